// A page of a game other than its sheet says that the hand of this phone is asked, or that the
// hands come in.

import { poll } from "./poll.js";

const bar = document.querySelector("[data-asked-bar]");
let mark = "";

poll(() => bar.dataset.askedBar, {
  tag: () => mark,
  async read(answer) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("[data-fresh]");
  },
  receive(status, told) {
    if (!told) return;
    mark = told.dataset.fresh;
    // What is said already is not said again, and keeps the finger and the focus.
    if (bar.innerHTML !== told.innerHTML) bar.innerHTML = told.innerHTML;
  },
  onLost() {},
});
