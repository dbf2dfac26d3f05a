// The keys: n and p go to the next and previous wrong word, Escape lets go of one.
const isTyping = (node) => node.matches?.("input:not([type=checkbox]), select, textarea") ?? false;

const faultChips = () => {
  while (layMore());
  const systems = chosenSystems();
  const faults = byId("text").querySelectorAll(".chip.wrong, .chip.missing, .chip.finding");
  return [...faults].filter((chip) => systems.includes(Number(chip.dataset.system)));
};

const isBefore = (one, other) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

const hasFaults = (entry) =>
  chosenSystems().some((text) => {
    const count = wrongIn(entry, chosenScorer(), text);
    return count !== null && count.wrong + count.missing > 0;
  });

const nextDocument = (step) => {
  for (let place = currentPlace() + step; place in index.documents; place += step) {
    if (!hasFaults(index.documents[place])) continue;
    show({ document: index.documents[place].id });
    const chips = faultChips();
    if (chips.length) return chips.at(step > 0 ? 0 : -1);
  }
  return null;
};

// Give where to go on from: what has the focus, or the segment that the address names.
const startingPoint = () => {
  if (byId("text").contains(document.activeElement)) return document.activeElement;
  const row = view.rows.get(Number(state.at) - 1);
  return row instanceof Node ? row : null;
};

const step = (direction) => {
  const chips = faultChips();
  const here = startingPoint();
  const onward =
    direction > 0
      ? chips.find((chip) => !here || isBefore(here, chip))
      : chips.filter((chip) => !here || isBefore(chip, here)).at(-1);
  const start = state.document;
  const found = onward ?? nextDocument(direction);
  if (!found) {
    if (state.document !== start) show({ document: start });
    say(
      index.findings
        ? "No further finding in the texts shown."
        : index.scorers.length
          ? "No further wrong or missing word in the texts shown."
          : "No scorer of this run judges single words.",
    );
    return;
  }
  found.focus();
  found.scrollIntoView({ block: "center" });
  say("");
};

const onKey = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (event.key === "Escape") unpin();
  if (!byId("use-keys").checked) return;
  if (event.key === "n") step(1);
  if (event.key === "p") step(-1);
};
