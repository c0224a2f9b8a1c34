// The time zone of this phone, for a club that it is the first to join.

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
for (const field of document.querySelectorAll("[name=zone]")) field.value = timeZone;
