// A choice in a list: its value here is the number of its place there.

export const read = (raw, { values }) => values.indexOf(raw);
export const write = (value, { values }) => values[value] ?? null;
