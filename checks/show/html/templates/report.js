"use strict";
(() => {
  const claims = [...document.querySelectorAll("article.claim")];
  const form = document.querySelector("form.filters");
  const search = document.getElementById("search");
  const hits = document.getElementById("hits");
  const errors = document.querySelector("details.errors");
  const none = document.querySelector("p.none");
  const selects = [...form.querySelectorAll("select")];
  const texts = new Map(); // what is searched of a claim: its words and the LaTeX of its formulas, in small letters

  let waiting = 0; // for the next letter: the page is filtered when none comes for a moment

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());

  const headOf = (claim) => claim.querySelector("summary");
  const visible = () => claims.filter((claim) => !claim.hidden);

  function textOf(claim) {
    if (!texts.has(claim)) {
      const formulas = [...claim.querySelectorAll("math")].map((formula) => formula.getAttribute("alttext"));
      texts.set(claim, [claim.textContent, ...formulas].join(" ").replace(/\s+/g, " ").toLowerCase());
    }
    return texts.get(claim);
  }

  function filter() {
    clearTimeout(waiting);
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = selects.filter((select) => select.value).map((select) => [select.dataset.filter, select.value]);
    let count = 0;
    for (const claim of claims) {
      const fits = wanted.every(([name, value]) => claim.dataset[name] === value);
      claim.hidden = !(fits && words.every((word) => textOf(claim).includes(word)));
      count += !claim.hidden;
    }
    const all = claims.length;
    hits.textContent = count === all ? `${all} claim${all === 1 ? "" : "s"}` : `${count} of ${all} claims`;
    none.hidden = count > 0;
    if (errors && words.length + wanted.length > 0) errors.open = false; // what is looked for follows the search box
  }

  function reset() {
    search.value = "";
    for (const select of selects) select.value = "";
    filter();
  }

  function choose(name, value) {
    const select = selects.find((candidate) => candidate.dataset.filter === name);
    if (select) {
      select.value = value;
      filter();
    }
  }

  // -- one claim -----------------------------------------------------------------------------------------------------

  function show(claim, { unfolded }) {
    if (claim.hidden) reset();
    if (unfolded) claim.firstElementChild.open = true;
    headOf(claim).focus({ preventScroll: true });
    bringUp(claim);
    requestAnimationFrame(() => bringUp(claim)); // claims that come into view take the height that they have
  }

  function bringUp(claim) {
    const top = claim.getBoundingClientRect().top + window.scrollY;
    const covered = getComputedStyle(form).position === "sticky" ? form.offsetHeight : 0;
    window.scrollTo({ top: top - covered - 8, behavior: "instant" });
  }

  function follow() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const claim = target && target.closest("article.claim");
    if (claim) show(claim, { unfolded: true });
  }

  function move(step) {
    const shown = visible();
    const current = document.activeElement && document.activeElement.closest("article.claim");
    const position = shown.indexOf(current);
    const next = position < 0 ? (step > 0 ? 0 : shown.length - 1) : position + step;
    if (shown[next]) show(shown[next], { unfolded: false });
  }

  function unfoldAll(wanted) {
    for (const claim of visible()) {
      claim.firstElementChild.open = wanted !== "nothing";
      for (const inner of claim.querySelectorAll("details.inner")) inner.open = wanted === "derivations";
    }
  }

  // A long formula is scrolled to the first thing that differs, where that is out of sight.
  function bringMarksIntoSight(part) {
    const done = new Set();
    for (const mark of part.querySelectorAll("math .changed")) {
      const box = mark.closest(".wide, .formula, .glance") || mark.closest("math").parentElement;
      if (done.has(box) || box.scrollWidth <= box.clientWidth) continue;
      done.add(box);
      const [inner, outer] = [mark.getBoundingClientRect(), box.getBoundingClientRect()];
      if (inner.right > outer.right) box.scrollLeft += inner.left - outer.left - box.clientWidth / 3;
    }
  }

  // -- proofs: the link holds them compressed, and saves them as they are read by `rrproof recheck` -------------------

  async function save(link) {
    const bytes = Uint8Array.from(atob(link.href.split(",", 2)[1]), (character) => character.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const url = URL.createObjectURL(new Blob([await new Response(plain).blob()], { type: "application/json" }));
    const made = document.createElement("a");
    made.href = url;
    made.download = link.download.replace(/\.gz$/, "");
    made.click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  // -- events --------------------------------------------------------------------------------------------------------

  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  });
  for (const select of selects) select.addEventListener("change", filter);
  form.querySelector('[data-do="reset"]').addEventListener("click", reset);
  for (const button of form.querySelectorAll("[data-unfold]")) {
    button.addEventListener("click", () => unfoldAll(button.dataset.unfold));
  }
  addEventListener("hashchange", follow);
  document.addEventListener("toggle", (event) => event.target.open && bringMarksIntoSight(event.target), true);

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    if (link.hash && link.hash === location.hash) follow();
    for (const name of ["verdict", "paper"]) if (link.dataset[name]) choose(name, link.dataset[name]);
    if (link.download && "DecompressionStream" in window) {
      event.preventDefault();
      save(link);
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inForm = event.target.closest("input, select, button");
    if (event.key === "Escape" && event.target === search) {
      reset();
      search.blur();
    } else if (event.key === "/" && !inForm) {
      event.preventDefault();
      search.focus();
      search.select();
    } else if ((event.key === "j" || event.key === "k") && !inForm) {
      move(event.key === "j" ? 1 : -1);
    } else if (["ArrowDown", "ArrowUp"].includes(event.key) && event.target.matches("article.claim > details > summary")) {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    }
  });

  filter();
  if (location.hash) follow();
})();
