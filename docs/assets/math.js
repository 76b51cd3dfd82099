// SPDX-License-Identifier: Apache-2.0
// Sets the formulas of a page when it has been loaded.
document.addEventListener("DOMContentLoaded", () =>
  renderMathInElement(document.body, {
    delimiters: [
      { left: "\\(", right: "\\)", display: false },
      { left: "\\[", right: "\\]", display: true },
    ],
  }),
);
