// The id of the club that this page is of, which all that it asks and writes names.

export const { club = "" } = document.body.dataset;

/** An address on this server, which names the club where that of this page does. */
export function inClub(href) {
  const address = new URL(href, location);
  if (new URLSearchParams(location.search).has("club")) address.searchParams.set("club", club);
  return address.pathname + address.search;
}
