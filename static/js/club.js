// The id of the club that this page is of, which all that it asks and writes names.

export const { club = "" } = document.body.dataset;
