// The score sheet on paper: a button that prints it.

document.querySelector("[data-print]").addEventListener("click", () => print());
