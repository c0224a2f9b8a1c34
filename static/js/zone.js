// The time zone of this phone, for a club that it is the first to join.

document.querySelector("[name=zone]").value = Intl.DateTimeFormat().resolvedOptions().timeZone;
