"use strict";
(() => {
  const root = document.documentElement;
  const rows = [...document.querySelectorAll(".row")];
  const panes = [...document.querySelectorAll(".code")];
  const status = document.getElementById("status");
  const hint = status ? status.textContent : "";
  const keysOf = (row) => (row.dataset.keys ? row.dataset.keys.split(" ") : []);
  const byKey = new Map();
  for (const row of rows) {
    for (const key of keysOf(row)) {
      if (!byKey.has(key)) byKey.set(key, []);
      byKey.get(key).push(row);
    }
  }
  let kept = null;

  // Rows of one line

  const partners = (row) => new Set(keysOf(row).flatMap((key) => byKey.get(key)));

  const clear = (name) => {
    for (const row of document.querySelectorAll("." + name)) row.classList.remove(name);
  };

  const light = (row) => {
    clear("lit");
    if (row) for (const other of partners(row)) other.classList.add("lit");
    tell(row);
  };

  const keep = (row) => {
    for (const row of document.querySelectorAll("[aria-selected]")) row.removeAttribute("aria-selected");
    clear("kept");
    kept = row && row.dataset.keys ? row : null;
    if (!kept) return;
    for (const other of partners(kept)) {
      other.classList.add("kept");
      other.setAttribute("aria-selected", "true");
    }
    follow(kept);
    try { history.replaceState(null, "", "#" + keysOf(kept)[0]); } catch { /* a page without an address */ }
  };

  const follow = (row) => {
    const own = row.closest(".code");
    for (const pane of panes) {
      if (pane === own) continue;
      const first = [...partners(row)].find((other) => pane.contains(other));
      if (first) pane.scrollTop = first.offsetTop - pane.offsetTop - pane.clientHeight / 3;
    }
  };

  const tell = (row, extra) => {
    if (!status) return;
    if (!row || !row.dataset.keys) { status.textContent = extra || hint; return; }
    const line = keysOf(row).map((key) => key.split("-")[1]);
    const count = [...partners(row)].filter((other) => other.closest("#spirv")).length;
    const where = "line " + line[0] + (line.length > 1 ? " to " + line[line.length - 1] : "");
    status.textContent = [extra, where, count + (count === 1 ? " instruction" : " instructions")].filter(Boolean).join(" · ");
  };

  // The uses of an id, and remarks

  const mark = (piece) => {
    clear("same");
    if (!piece || !piece.dataset.id) return;
    for (const other of document.querySelectorAll('[data-id="' + piece.dataset.id + '"]')) other.classList.add("same");
  };

  document.addEventListener("mouseover", (event) => {
    const row = event.target.closest(".row");
    light(row || kept);
    mark(event.target.closest("[data-id]"));
    const remarked = event.target.closest("[title]");
    if (row && remarked) tell(row, remarked.title);
  });
  document.addEventListener("mouseleave", () => { light(kept); mark(null); });
  document.addEventListener("click", (event) => {
    const row = event.target.closest(".row");
    if (!row) return;
    enter(row);
    keep(row === kept ? null : row);
  });

  // The keyboard

  const enter = (row) => {
    for (const other of row.parentElement.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    row.tabIndex = 0;
    row.focus({ preventScroll: false });
  };

  const linesOf = (pane) => [...pane.querySelectorAll(".row")];
  for (const pane of panes) {
    const lines = linesOf(pane);
    if (lines.length) (lines.find((row) => row.dataset.keys) || lines[0]).tabIndex = 0;
  }

  document.addEventListener("focusin", (event) => {
    const row = event.target.closest(".row");
    if (row) light(row);
  });

  const move = (row, by) => {
    const lines = linesOf(row.closest(".code"));
    const next = lines[Math.min(Math.max(lines.indexOf(row) + by, 0), lines.length - 1)];
    if (next) enter(next);
  };

  const cross = (row, by) => {
    const place = panes.indexOf(row.closest(".code")) + by;
    if (!panes[place]) return;
    const lines = linesOf(panes[place]);
    enter([...partners(row)].find((other) => panes[place].contains(other)) || lines.find((line) => line.tabIndex === 0) || lines[0]);
  };

  const keys = {
    ArrowDown: (row) => move(row, 1),
    ArrowUp: (row) => move(row, -1),
    PageDown: (row) => move(row, 20),
    PageUp: (row) => move(row, -20),
    Home: (row) => move(row, -1e9),
    End: (row) => move(row, 1e9),
    ArrowRight: (row) => cross(row, 1),
    ArrowLeft: (row) => cross(row, -1),
    Enter: (row) => keep(row === kept ? null : row),
    " ": (row) => keep(row === kept ? null : row),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") { keep(null); light(null); return; }
    if (event.key === "t") { toggle(); return; }
    const row = event.target.closest(".row");
    if (!row || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key](row);
  });

  // Light and dark; what was chosen is remembered where the page may

  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const toggle = () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("pyvkc-theme", root.dataset.theme); } catch { /* not here */ }
  };
  try {
    const chosen = localStorage.getItem("pyvkc-theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch { /* not here */ }
  document.getElementById("theme").addEventListener("click", toggle);

  const linked = byKey.get(decodeURIComponent(location.hash.slice(1)));
  if (linked) keep(linked[0]);
  else for (const pane of panes) {  // what comes before the first linked row is of little interest
    const first = pane.querySelector("[data-keys]");
    if (first && pane.closest("#spirv")) pane.scrollTop = first.offsetTop - pane.offsetTop;
  }

  // A page of `pyvkc explore --serve` asks whether there is a newer one

  if ("live" in root.dataset) {
    let version = null;
    setInterval(async () => {
      try {
        const answer = await (await fetch("version", { cache: "no-store" })).text();
        if (version !== null && answer !== version) location.reload();
        version = answer;
      } catch { /* the server has ended */ }
    }, 500);
  }
})();
