// The keys: digits choose, Enter goes on, n and p turn pages.
const isTyping = (node) =>
  node.matches?.("input:not([type=radio]):not([type=checkbox]), select, textarea") ?? false;

const shownFields = () => [...byId("item").querySelectorAll("fieldset")].filter((field) => !field.hidden);
const optionsIn = (field) => [...field.querySelectorAll(".options input")];

// Give the question that a digit answers: the one in use, or else the first that is open.
const currentField = () => {
  const fields = shownFields().filter((field) => optionsIn(field).length);
  const inUse = fields.find((field) => field.contains(document.activeElement));
  const isSeveral = inUse && optionsIn(inUse)[0].type === "checkbox";
  if (isSeveral) return inUse;
  return fields.find((field) => !chosenIn(field).length) ?? inUse ?? fields[0];
};

const choose = (digit) => {
  const field = currentField();
  const option = field && optionsIn(field)[digit - 1];
  if (!option) return;
  option.focus();
  option.click();
};

const goOn = () => {
  const item = data.items[state.page];
  const open = item.questions.find((question) => isOpen(item, question));
  const field = open && shownFields().find((element) => element.dataset.question === open.name);
  if (field) field.querySelector("input, select, button").focus();
  else turn(1);
};

const onKey = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !byId("use-keys").checked) return;
  if (event.key === "Enter" && event.target.matches("#item, #item input, body")) {
    event.preventDefault();
    goOn();
  }
  if (isTyping(event.target)) return;
  if (/^[1-9]$/.test(event.key)) choose(Number(event.key));
  if (event.key === "n") turn(1);
  if (event.key === "p") turn(-1);
};
