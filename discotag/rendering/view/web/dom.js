// Elements, built with text nodes only: no text of the run is ever read as markup.
const byId = (id) => document.getElementById(id);

const make = (name, properties = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "data") Object.assign(element.dataset, value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
};

const button = (properties, action, ...children) => {
  const element = make("button", { type: "button", ...properties }, ...children);
  element.addEventListener("click", action);
  return element;
};

const isolated = (text) => make("bdi", {}, text);

const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const say = (message) => {
  byId("status").textContent = message;
};
