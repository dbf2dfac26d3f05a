// What has been answered; kept in the browser after every change.
const data = JSON.parse(byId("data").textContent);
const STORE = `discotag-annotate:${data.study}`;
const ABOUT = data.items[0].id;
const fresh = () => ({ answers: {}, page: 0, windows: {} });
let state = fresh();

const recall = () => {
  try {
    state = { ...fresh(), ...JSON.parse(localStorage.getItem(STORE) ?? "{}") };
  } catch {
    say("This browser keeps nothing of this page: save your answers before you close it.");
  }
  if (!data.items[state.page]) state.page = 0;
};

const keep = () => {
  try {
    localStorage.setItem(STORE, JSON.stringify(state));
  } catch {
    say("This browser keeps nothing of this page: save your answers before you close it.");
  }
};

const answersOf = (item) => state.answers[item.id] ?? {};

const isEmpty = (value) =>
  value === undefined || value === null || (Array.isArray(value) ? !value.length : `${value}`.trim() === "");

const setAnswer = (item, question, value) => {
  const answers = { ...answersOf(item) };
  if (isEmpty(value)) delete answers[question.name];
  else answers[question.name] = value;
  state.answers[item.id] = answers;
  keep();
};

const isAsked = (item, question) => {
  if (!question.when) return true;
  const on = item.questions.find(({ name }) => name === question.when.question);
  if (on && !isAsked(item, on)) return false;
  const value = answersOf(item)[question.when.question];
  return Array.isArray(value) ? value.includes(question.when.value) : value === question.when.value;
};

const isOpen = (item, question) =>
  isAsked(item, question) && !question.is_optional && isEmpty(answersOf(item)[question.name]);

const isDone = (item) => !item.questions.some((question) => isOpen(item, question));

// Give the answers as they are saved: only what was asked and answered.
const answered = () =>
  Object.fromEntries(
    data.items
      .map((item) => [
        item.id,
        Object.fromEntries(
          item.questions
            .filter((question) => isAsked(item, question) && !isEmpty(answersOf(item)[question.name]))
            .map(({ name }) => [name, answersOf(item)[name]]),
        ),
      ])
      .filter(([, answers]) => Object.keys(answers).length),
  );

// Name the language that is asked about.
const languageName = () => {
  const chosen = state.answers[ABOUT]?.language;
  const found = data.targets.length === 1 ? data.targets[0] : data.targets.find(({ code }) => code === chosen);
  return found?.name ?? "your language";
};

const worded = (text) => text.replaceAll("{language}", languageName());
