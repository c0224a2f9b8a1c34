// Dialogs over the sheet, fetched where one is first shown.

/** Show a dialog that goes when it is closed, also by a tap outside of it. */
export function showDialog(dialog) {
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
