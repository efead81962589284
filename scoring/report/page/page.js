// SPDX-License-Identifier: Apache-2.0
// The instance browser. The index is a few short columns; what an instance holds lies in chunks
// that are unpacked only when one of their instances is opened.
const ROW = 24;
const SPARE = 8;
// The last one tells of the page, not of the instance.
const FILTERS = [
  "task", "source", "family", "split", "action", "horizon", "modality", "condition", "status", "outcome",
  "frame",
];
const list = document.getElementById("list");
const rows = document.getElementById("rows");
const detail = document.getElementById("detail");
const chosen = {};
let index;
let visible = [];
let opened = -1;

async function unpack(id) {
  const text = document.getElementById(id).textContent;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

const cell = (column, at) => index.names[column][index.columns[column][at]];

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function draw() {
  const first = Math.max(0, Math.floor(list.scrollTop / ROW) - SPARE);
  const last = Math.min(visible.length, first + Math.ceil(list.clientHeight / ROW) + 2 * SPARE);
  rows.style.top = `${first * ROW}px`;
  rows.replaceChildren(...visible.slice(first, last).map(row));
}

function row(at) {
  const made = element("div", undefined, at === opened ? "row open" : "row");
  made.dataset.id = index.ids[at];
  made.tabIndex = 0;
  for (const text of [index.ids[at], cell("task", at), cell("action", at), index.score[at]]) {
    made.append(element("span", text));
  }
  made.onclick = () => open(at);
  made.onkeydown = (event) => event.key === "Enter" && open(at);
  return made;
}

function filter() {
  const wanted = FILTERS.filter((name) => chosen[name] !== undefined);
  const search = document.getElementById("search").value.trim();
  visible = [];
  for (let at = 0; at < index.ids.length; at += 1) {
    if (wanted.every((name) => index.columns[name][at] === chosen[name]) && index.ids[at].includes(search)) {
      visible.push(at);
    }
  }
  document.getElementById("height").style.height = `${visible.length * ROW}px`;
  document.getElementById("shown").textContent = `${visible.length} of ${index.ids.length} shown.`;
  list.scrollTop = 0;
  draw();
}

const show = (value) => (value === undefined ? "" : value === null ? "absent" : JSON.stringify(value));

async function open(at) {
  opened = at;
  draw();
  const chunk = Math.floor(at / index.chunk);
  const held = (await unpack(`chunk-${chunk}`))[at % index.chunk];
  if (opened !== at) return;
  const touched = held.fields.map(([path, known, executed, predicted, isRight]) => {
    const line = element("tr", undefined, isRight ? "right" : "wrong");
    line.append(...[path, show(known), show(executed), show(predicted)].map((text) => element("td", text)));
    return line;
  });
  detail.replaceChildren(
    element("h3", index.ids[at]),
    element("p", FILTERS.slice(0, -1).map((name) => cell(name, at)).filter(Boolean).join(" \u00b7 "), "note"),
    element("p", `${held.ticks} ticks a step. ${held.actions}`),
    beside(table(["field", "input", "executed", "predicted"], touched), held.frame),
    element("p", held.answer, "note"),
    state(held.state),
  );
  detail.scrollTop = 0;
}

// The delta, and the stage in the input state if the page holds its frame.
function beside(delta, frame) {
  const made = element("div", undefined, "beside");
  made.append(delta);
  if (frame) {
    const image = element("img");
    image.alt = "The stage in the input state";
    image.src = `data:image/png;base64,${document.getElementById(`frame-${frame}`).textContent}`;
    made.append(image);
  }
  return made;
}

function table(names, lines) {
  const made = element("table");
  const head = element("tr");
  head.append(...names.map((name) => element("th", name)));
  made.append(head, ...lines);
  return made;
}

function state(fields) {
  const made = element("details");
  const paths = Object.keys(fields);
  made.append(element("summary", `Input state: ${paths.length} fields`));
  made.addEventListener("toggle", () => {
    if (made.open && made.children.length === 1) {
      made.append(table(["field", "value"], paths.map((path) => {
        const line = element("tr");
        line.append(element("td", path), element("td", show(fields[path])));
        return line;
      })));
    }
  });
  return made;
}

function control(name) {
  const label = element("label", name);
  const select = element("select");
  select.id = `filter-${name}`;
  select.append(new Option("all", ""));
  const texts = index.names[name];
  const codes = [...texts.keys()];
  if (!texts.some(isNaN)) codes.sort((a, b) => texts[a] - texts[b]);
  for (const code of codes) select.append(new Option(texts[code] || "(none)", String(code)));
  select.onchange = () => {
    chosen[name] = select.value === "" ? undefined : Number(select.value);
    filter();
  };
  label.append(select);
  return label;
}

async function start() {
  index = await unpack("index");
  const filters = document.getElementById("filters");
  for (const name of FILTERS) {
    if (index.names[name].length > 1) filters.append(control(name));
  }
  const label = element("label", "id");
  const search = element("input");
  search.id = "search";
  search.oninput = filter;
  label.append(search);
  filters.append(label);
  list.onscroll = draw;
  filter();
  document.body.dataset.ready = "yes";
}

start();
