// Names as they are compared, also by the server.

/** A name without letter case and accents, as thumbs type. */
export const plainName = (name) =>
  name.toUpperCase().normalize("NFKD").toLowerCase().replace(/[\u0300-\u036f]/g, "").normalize("NFKC");

/** Without spaces, too. */
export const comparisonKey = (name) => plainName(name).replace(/\s/g, "");
