// What a page does beyond its links: a table that is being played is looked at again by itself, and a replay goes from
// step to step with a slider and the arrow keys. Nothing is kept, and nobody else is asked.
"use strict";
const content = document.getElementById("content");
const SOON = 15, LATE = 120; // seconds until the next look: soon after something has happened, later where nothing does

function put(html) {
  const made = new DOMParser().parseFromString(html, "text/html");
  const next = made.getElementById("content") || made.body;
  const focused = content.contains(document.activeElement) ? document.activeElement.id : null;
  const open = new Map([...content.querySelectorAll("details")].map(each => [heading(each), each.open]));
  content.replaceChildren(...next.childNodes);
  for (const each of content.querySelectorAll("details")) {
    each.open = open.get(heading(each)) ?? each.open;
  }
  if (focused !== null) {
    (document.getElementById(focused) || document.getElementById("step"))?.focus({preventScroll: true});
  }
  return next;
}

function heading(details) { return details.querySelector("summary").textContent.trim(); }
function say(words) { document.getElementById("said").textContent = words; }
function text(selector) { return (content.querySelector(selector) || {textContent: ""}).textContent.trim(); }

// A table that is being played

let tag = content.dataset.tag, wait = SOON, timer = 0;

async function lookAgain() {
  clearTimeout(timer);
  if (document.hidden) return;
  try {
    const got = await fetch(content.dataset.now, {headers: {"If-None-Match": `"${tag}"`}});
    if (got.status === 404) return location.reload(); // it is not public any more
    wait = Math.min(LATE, wait * 1.5);
    if (got.ok) {
      tag = got.headers.get("ETag").replace(/^W\/|"/g, "");
      put(await got.text());
      say(`${text(".now .lead")} ${text(".news .log li")}`);
      wait = SOON;
      if (content.querySelector("[data-over]")) return location.reload();
    }
    if (got.ok || got.status === 304) {
      document.getElementById("age").textContent = `As of ${new Date().toISOString().slice(11, 16)} UTC; looks again by itself`;
    }
  } catch { wait = LATE; }
  timer = setTimeout(lookAgain, wait * 1000);
}

if (content.dataset.now) {
  document.addEventListener("visibilitychange", () => { wait = SOON; lookAgain(); });
  timer = setTimeout(lookAgain, wait * 1000);
}

// A replay

function ready() {
  const slider = document.getElementById("slider");
  slider.parentElement.hidden = false;
  slider.addEventListener("change", () => go(content.dataset.steps.split(" ")[slider.value - 1]));
}

let wanted = "";

async function go(address, back) {
  wanted = address;
  try {
    const got = await fetch(address), html = await got.text();
    if (wanted !== address) return; // somebody has gone on meanwhile
    if (!got.ok) return location.assign(address);
    Object.assign(content.dataset, put(html).dataset);
  } catch { return location.assign(address); }
  if (!back) history.pushState(null, "", address);
  ready();
  say(`${text("#step")}: ${text(".happened")}`);
}

if (content.dataset.steps) {
  ready();
  addEventListener("popstate", () => go(location.pathname, true));
  content.addEventListener("click", event => {
    const link = event.target.closest("a[id]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(link.getAttribute("href"));
  });
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.target.closest("input, .wide")) return;
    document.getElementById({ArrowLeft: "back", ArrowRight: "next"}[event.key])?.click();
  });
}
