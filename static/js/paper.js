// The score sheet on paper: a button that prints it.

const button = document.querySelector("[data-print]");

button.addEventListener("click", () => print());
button.hidden = false;
