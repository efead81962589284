// SPDX-License-Identifier: Apache-2.0
// The standings of a category, sorted by any column; and who beats whom among the models shown.
const data = JSON.parse(document.getElementById("data").textContent);
const [total, ...criteria] = Object.keys(data.scales);
const sorted = {by: "rank", down: false};
const $ = (id) => document.getElementById(id);

function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

const fixed = (number, digits) => (number === null ? "\u2013" : (number + 0).toFixed(digits));
const ranked = (number) => (number === null ? "\u2013" : String(Number(number.toFixed(2))));
const figure = (of, digits) => ({
  value: of.value,
  text: fixed(of.value, digits),
  interval: of.low === null ? "" : `${fixed(of.low, digits)} to ${fixed(of.high, digits)}`,
});

// Of each column: its name, what it is of a standing, and whether more is better.
const columns = [
  ["model", (one) => ({value: one.model, text: one.model, interval: ""}), false],
  ["rank", (one) => ({
    value: one.rank, text: ranked(one.rank),
    interval: one.rank_low === null ? "" : `${ranked(one.rank_low)} to ${ranked(one.rank_high)}`,
  }), false],
  ["Elo", (one) => figure(one.elo, 0), true],
  [`${total}/${data.scales[total]}`, (one) => figure(one.total, 2), true],
  ...criteria.map((name) => [`${name}/${data.scales[name]}`, (one) => figure(one.means[name], 2), true]),
];

function compare(one, other) {
  if (one === null || other === null) return (one === null) - (other === null);
  const order = typeof one === "string" ? one.localeCompare(other) : one - other;
  return sorted.down ? -order : order;
}

function heading(name, isDown) {
  const made = element("th", undefined, {scope: "col"});
  const press = element("button", name, {type: "button"});
  press.onclick = () => {
    sorted.down = sorted.by === name ? !sorted.down : isDown;
    sorted.by = name;
    draw();
    [...document.querySelectorAll("#standings th button")].find((each) => each.textContent === name).focus();
  };
  if (sorted.by === name) made.setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
  made.append(press);
  return made;
}

function line(cells) {
  const made = element("tr");
  for (const {text, interval} of cells) {
    const cell = element("td", text);
    if (interval) cell.append(element("small", interval));
    made.append(cell);
  }
  return made;
}

function fill(table, head, lines) {
  const top = element("thead");
  const row = element("tr");
  row.append(...head);
  top.append(row);
  const body = element("tbody");
  body.append(...lines);
  table.replaceChildren(top, body);
}

function draw() {
  const board = data.boards[$("category").selectedIndex];
  const search = $("search").value.trim().toLowerCase();
  const of = columns.find(([name]) => name === sorted.by)[1];
  const shown = board.standings.filter(({model}) => model.toLowerCase().includes(search));
  shown.sort((one, other) => compare(of(one).value, of(other).value));
  fill($("standings"), columns.map(([name, , isDown]) => heading(name, isDown)),
    shown.map((one) => line(columns.map(([, cell]) => cell(one)))));
  const instances = board.instances === 1 ? "1 instance" : `${board.instances} instances`;
  $("shown").textContent = `${shown.length} of ${board.standings.length} models on ${instances}.`;
  document.body.classList.toggle("plain", !$("intervals").checked);
  const names = shown.map(({model}) => model);
  fill($("rates"), ["", ...names].map((name) => element("th", name, {scope: "col"})),
    names.map((one) => line([{text: one}, ...names.map((other) => rate(board, one, other))])));
}

function rate(board, one, other) {
  const turned = one > other;
  const found = board.win_rates.find((each) =>
    (turned ? each.one === other && each.other === one : each.one === one && each.other === other));
  if (!found || found.rate.value === null) return {text: "\u2013"};
  const {value, low, high} = found.rate;
  const per = (share) => 100 * (turned ? 1 - share : share);
  const ends = low === null ? null : [per(low), per(high)].sort((a, b) => a - b);
  return figure({value: per(value), low: ends && ends[0], high: ends && ends[1]}, 1);
}

function raters() {
  const box = $("raters");
  if (data.agreement.length) {
    const table = element("table");
    const parts = [["within 2, %", "within_two", 100], ["pairwise, %", "pairwise", 100], ["tau", "tau", 1], ["alpha", "alpha", 1]];
    const scaled = (of, by) => figure(Object.fromEntries(["value", "low", "high"].map((name) =>
      [name, of[name] === null ? null : of[name] * by])), by === 1 ? 2 : 1);
    fill(table, ["raters", "n", ...parts.map(([name]) => name)].map((name) => element("th", name, {scope: "col"})),
      data.agreement.map((one) => line([
        {text: one.who}, {text: String(one.raters)}, ...parts.map(([, name, by]) => scaled(one[name], by)),
      ])));
    box.append(element("h2", "Do raters agree?"), table);
  }
  if (data.judges.length) {
    const table = element("table");
    fill(table, ["judge", "label", "outputs", "error", "judge \u2212 people"].map((name) => element("th", name, {scope: "col"})),
      data.judges.map((one) => line([
        {text: one.judge}, {text: one.criterion}, {text: String(one.error.n)}, figure(one.error, 2), figure(one.bias, 2),
      ])));
    box.append(element("h2", "Judges against people"), table);
  }
}

function start() {
  for (const {category, instances} of data.boards) $("category").append(new Option(`${category} (${instances})`));
  for (const id of ["category", "search", "intervals"]) $(id).oninput = draw;
  $("hard-count").textContent = `${data.hard.length} instances, the hardest first`;
  $("hard").append(...data.hard.map((id) => element("li", id)));
  raters();
  draw();
  document.body.dataset.ready = "yes";
}

start();
