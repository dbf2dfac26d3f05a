// A question's controls: native ones, so that every browser and reader knows them.
const controlName = (item, question) => `${item.id}.${question.name}`;

const optionOf = (item, question, choice, place, change) => {
  const isOne = question.kind === "choice";
  const input = make("input", {
    type: isOne ? "radio" : "checkbox",
    name: controlName(item, question),
    value: choice.value,
  });
  const known = answersOf(item)[question.name];
  input.checked = isOne ? known === choice.value : (known ?? []).includes(choice.value);
  input.addEventListener("change", change);
  const isNamed = choice.label === `${place + 1}`;
  const key = place < 9 && !isNamed ? make("kbd", { "aria-hidden": "true" }, `${place + 1}`) : null;
  return make("label", { class: "option" }, input, key, make("span", {}, worded(choice.label)));
};

const chosenIn = (element) => [...element.querySelectorAll("input:checked")].map(({ value }) => value);

const SHORT = 16;

const optionsOf = (item, question, changed) => {
  const isShort = question.choices.every(({ label }) => label.length <= SHORT);
  const box = make("div", { class: `options${isShort ? " short" : ""}` });
  const change = () => {
    const chosen = chosenIn(box);
    setAnswer(item, question, question.kind === "choice" ? chosen[0] : chosen);
    changed();
  };
  box.append(...question.choices.map((choice, place) => optionOf(item, question, choice, place, change)));
  return box;
};

const fieldOf = (item, question, changed) => {
  const isNumber = question.kind === "number";
  const field = make("input", {
    type: isNumber ? "number" : "text",
    min: isNumber ? 0 : null,
    max: isNumber ? question.highest : null,
    "aria-label": worded(question.ask),
  });
  field.value = answersOf(item)[question.name] ?? "";
  field.addEventListener("input", () => {
    const isRight = field.validity.valid && (!isNumber || Number.isInteger(field.valueAsNumber));
    setAnswer(item, question, !isRight ? "" : isNumber ? field.valueAsNumber : field.value);
    say(isRight || field.value === "" ? "" : `A whole number from 0 to ${question.highest}, please.`);
    changed();
  });
  return field;
};

const wordsOf = (item, question, changed) => {
  const target = item.blocks.at(-1);
  const label = make("select", { "aria-label": "What the words chosen next ought to be tagged with" });
  label.append(...question.choices.map(({ value, label: text }) => make("option", { value }, text)));
  const box = make("div", { class: "words", lang: target.language, dir: target.direction });
  const chosen = () => answersOf(item)[question.name] ?? [];
  const has = (place) => chosen().some(([value, index]) => value === label.value && index === place);
  const draw = () => buttons.forEach((word, place) => word.setAttribute("aria-pressed", has(place)));
  const list = make("p", { class: "note" });
  const tell = () => {
    list.replaceChildren(...chosen().flatMap(([value, index]) => [`${value}: `, isolated(question.words[index]), "; "]));
  };
  const buttons = question.words.map((word, place) =>
    button({}, () => {
      const others = chosen().filter(([value, index]) => value !== label.value || index !== place);
      setAnswer(item, question, has(place) ? others : [...others, [label.value, place]]);
      draw();
      tell();
      changed();
    }, word),
  );
  label.addEventListener("change", draw);
  box.append(...buttons);
  draw();
  tell();
  return make("div", {}, label, box, list);
};

const CONTROLS = { choice: optionsOf, choices: optionsOf, number: fieldOf, text: fieldOf, words: wordsOf };

const questionOf = (item, question, changed) => {
  const legend = make("legend", {}, worded(question.ask));
  if (question.is_optional) legend.append(make("span", { class: "optional" }, " (may be left open)"));
  return make(
    "fieldset",
    { data: { question: question.name } },
    legend,
    CONTROLS[question.kind](item, question, changed),
  );
};
