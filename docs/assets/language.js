// SPDX-License-Identifier: Apache-2.0
// Pages in Japanese have the contents, the search field and the way home in Japanese; the others have the English ones.
document.addEventListener("DOMContentLoaded", () => {
  const japanese = location.pathname.endsWith(".ja.html");
  document.documentElement.lang = japanese ? "ja" : "en";
  for (const section of document.querySelectorAll(".md-nav--primary > .md-nav__list > li")) {
    const label = section.querySelector("label, a").textContent;
    const shown = /[\u3040-\u30ff\u4e00-\u9fff]/.test(label) === japanese;
    if (!shown) section.style.display = "none"; // the theme has a rule for sections that is stronger than `hidden`
  }
  if (!japanese) return;
  for (const logo of document.querySelectorAll("a.md-logo")) {
    logo.href = new URL("index.ja.html", logo.href.replace(/index\.html$/, "").replace(/\/?$/, "/")).href;
  }
  const field = document.querySelector(".md-search__input");
  if (field) field.placeholder = "検索";
});
