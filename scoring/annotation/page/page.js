// SPDX-License-Identifier: Apache-2.0
// One question at a time. Answers live in localStorage and are saved to a file; nothing is sent.
const data = JSON.parse(document.getElementById("data").textContent);
const place = `scratchworld-annotations-${data.key}`;
const main = document.getElementById("question");
const annotator = document.getElementById("annotator");
const kept = {annotator: "", at: 0, answers: {}};

function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function button(text, label, act) {
  const made = element("button", text, {type: "button", "aria-label": label});
  made.onclick = act;
  return made;
}

const say = (text) => { document.getElementById("status").textContent = text; };
const asked = () => data.questions[kept.at];
const answerOf = (id) => (kept.answers[id] ??= {occurs: null, rules: [], note: ""});

function isDone(id) {
  const answer = kept.answers[id];
  return answer !== undefined && (answer.occurs === false || (answer.occurs === true && answer.rules.length > 0));
}

function keep() {
  try {
    localStorage.setItem(place, JSON.stringify(kept));
  } catch {
    say("This browser keeps nothing: save your answers to a file.");
  }
  showProgress();
}

function showProgress() {
  const done = data.questions.filter(({id}) => isDone(id)).length;
  document.getElementById("progress").textContent =
    `Question ${kept.at + 1} of ${data.questions.length}; ${done} answered.`;
  document.getElementById("previous").disabled = kept.at === 0;
  document.getElementById("next").disabled = kept.at === data.questions.length - 1;
}

function table(caption, rows) {
  const made = element("table");
  made.append(element("caption", caption));
  const head = element("tr");
  head.append(element("th", "field", {scope: "col"}), element("th", "value", {scope: "col"}));
  made.append(head);
  for (const [name, value] of rows) {
    const line = element("tr");
    line.append(element("td", name), element("td", value));
    made.append(line);
  }
  return made;
}

function folded(title, content, isOpen) {
  const made = element("details");
  made.open = isOpen;
  made.append(element("summary", title), content);
  return made;
}

function steps(lines) {
  const made = element("ol");
  made.append(...lines.map((line) => element("li", line)));
  return made;
}

function stateBefore(question) {
  const made = element("section");
  made.append(element("h3", "Before"));
  if (question.frame) made.append(element("img", undefined, {src: question.frame, alt: "The stage before these steps"}));
  made.append(
    folded(`What is seen: ${question.visible.length} fields`, table("Visible fields", question.visible), !question.frame),
    folded(`What is not seen: ${question.hidden.length} fields`, table("Hidden fields", question.hidden), false),
    folded(`What the user did earlier: ${question.before.length} steps`, steps(question.before), false),
  );
  return made;
}

function stateAfter(question) {
  if (!question.after) return [];
  return [element("h3", "After"), element("img", undefined, {src: question.after, alt: "The stage after these steps"})];
}

function occurrence(answer) {
  const made = element("fieldset");
  made.append(element("legend", "Does it occur?"));
  for (const [value, text] of [[true, "It occurs"], [false, "It does not occur"]]) {
    const label = element("label");
    const radio = element("input", undefined, {type: "radio", name: "occurs", id: value ? "occurs" : "occurs-not"});
    radio.checked = answer.occurs === value;
    radio.onchange = () => {
      answer.occurs = value;
      drawChain();
      keep();
    };
    label.append(radio, ` ${text}`);
    made.append(label);
  }
  return made;
}

// Draws the chain again; what was pressed keeps the focus, also when its button moved.
function drawChain(focus) {
  const answer = answerOf(asked().id);
  const box = document.getElementById("chain");
  const list = element("ol", undefined, {class: "chain"});
  answer.rules.forEach((rule, at) => {
    const line = element("li", `${rule} `);
    const swap = (other) => () => {
      [answer.rules[at], answer.rules[other]] = [answer.rules[other], answer.rules[at]];
      changed(`${rule} is number ${other + 1} now.`, [other, other < at ? "up" : "down"]);
    };
    const up = button("Up", `Move ${rule} up`, swap(at - 1));
    const down = button("Down", `Move ${rule} down`, swap(at + 1));
    up.disabled = at === 0;
    down.disabled = at === answer.rules.length - 1;
    up.dataset.focus = `${at}-up`;
    down.dataset.focus = `${at}-down`;
    line.append(up, " ", down, " ", button("Remove", `Remove ${rule} from the chain`, () => {
      answer.rules.splice(at, 1);
      changed(`${rule} is removed.`, [0, "up"]);
    }));
    list.append(line);
  });
  const isAsked = answer.occurs === true;
  box.hidden = !isAsked;
  box.replaceChildren(
    element("legend", "By which scripts, in order?"),
    answer.rules.length ? list : element("p", "None yet: add scripts from the program below."),
  );
  for (const add of document.querySelectorAll("button.add")) add.hidden = !isAsked;
  if (focus) {
    const [at, word] = focus;
    const wanted = box.querySelector(`[data-focus="${at}-${word}"]`);
    const found = wanted && !wanted.disabled ? wanted : box.querySelector("button:not(:disabled)");
    (found ?? main).focus();
  }
}

function changed(text, focus) {
  drawChain(focus);
  keep();
  say(text);
}

function program(question) {
  const made = element("section");
  made.append(element("h3", "Program"));
  for (const {rule, text} of data.programs[question.program]) {
    const box = element("div", undefined, {class: "script"});
    const add = button("Add to the chain", `Add ${rule} to the chain`, () => {
      answerOf(question.id).rules.push(rule);
      changed(`${rule} is added.`);
    });
    add.className = "add";
    box.append(element("h4", rule), add, element("pre", text));
    made.append(box);
  }
  return made;
}

function draw() {
  const question = asked();
  const answer = answerOf(question.id);
  const left = element("div");
  const right = element("div");
  const head = element("div", undefined, {class: "whole"});
  head.append(element("h2", question.ask, {id: "ask"}));
  const label = element("label", "A remark, if you like ");
  const note = element("textarea", undefined, {id: "note", rows: "2"});
  note.value = answer.note;
  note.oninput = () => {
    answer.note = note.value;
    keep();
  };
  label.append(note);
  left.append(
    occurrence(answer), element("fieldset", undefined, {id: "chain"}), label,
    stateBefore(question), element("h3", "Then, step by step"), steps(question.steps),
    ...stateAfter(question),
  );
  right.append(program(question));
  main.replaceChildren(head, left, right);
  main.setAttribute("aria-labelledby", "ask");
  drawChain();
  showProgress();
}

function go(to) {
  kept.at = Math.max(0, Math.min(data.questions.length - 1, to));
  keep();
  draw();
  main.focus();
  window.scrollTo(0, 0);
}

function save() {
  if (!kept.annotator) {
    say("Write your name first: answers are told apart by it.");
    annotator.focus();
    return;
  }
  const annotations = data.questions.filter(({id}) => isDone(id)).map(({id}) => {
    const {occurs, rules, note} = kept.answers[id];
    return {instance_id: id, occurs, rules: occurs ? rules : [], note};
  });
  const saved = {
    format: "scratchworld-annotations", format_version: 1, release: data.release, canary: data.canary,
    annotator: kept.annotator, annotations,
  };
  const link = element("a", undefined, {
    href: URL.createObjectURL(new Blob([`${JSON.stringify(saved, null, 1)}\n`], {type: "application/json"})),
    download: `annotations-${kept.annotator.replace(/[^\p{L}\p{N}]+/gu, "-")}.json`,
  });
  link.click();
  URL.revokeObjectURL(link.href);
  say(`${annotations.length} answers saved.`);
}

async function load(event) {
  const [file] = event.target.files;
  event.target.value = "";
  try {
    const saved = JSON.parse(await file.text());
    if (saved.format !== "scratchworld-annotations") throw new Error("no answers of this page");
    if (saved.canary !== data.canary) throw new Error("answers about another release");
    const known = new Set(data.questions.map(({id}) => id));
    const found = saved.annotations.filter(({instance_id: id}) => known.has(id));
    for (const {instance_id: id, occurs, rules, note} of found) {
      kept.answers[id] = {occurs, rules: [...rules], note: note ?? ""};
    }
    kept.annotator = annotator.value = saved.annotator;
    keep();
    draw();
    say(`${found.length} answers loaded.`);
  } catch (error) {
    say(`${file.name} cannot be loaded: ${error.message}`);
  }
}

function start() {
  try {
    Object.assign(kept, JSON.parse(localStorage.getItem(place) ?? "{}"));
  } catch {
    // What is kept cannot be read; begin afresh.
  }
  annotator.value = kept.annotator;
  annotator.oninput = () => {
    kept.annotator = annotator.value.trim();
    keep();
  };
  document.getElementById("previous").onclick = () => go(kept.at - 1);
  document.getElementById("next").onclick = () => go(kept.at + 1);
  document.getElementById("open").onclick = () => {
    const order = data.questions.map((_, at) => (kept.at + 1 + at) % data.questions.length);
    const next = order.find((at) => !isDone(data.questions[at].id));
    if (next === undefined) say("All questions are answered.");
    else go(next);
  };
  document.getElementById("save").onclick = save;
  document.getElementById("load").onchange = load;
  draw();
  document.body.dataset.ready = "yes";
}

start();
