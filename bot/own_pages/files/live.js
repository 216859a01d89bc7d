// Tells the reader of an open page that something has happened at its table, and offers to look. It changes nothing else
// on the page, where an answer may be half made, and sends nothing: it reads tags, and compares them with the page's own.
"use strict";
const content = document.getElementById("content"), bar = document.getElementById("changed"), title = document.title;
const SOON = 30, LATE = 600; // seconds until a stream is opened again that the server has refused

let source = null, wait = SOON, timer = 0;

function isTouched() {
  return [...content.querySelectorAll("input, select")].some(each =>
    each.type === "checkbox" ? each.checked !== each.defaultChecked
      : each.tagName === "SELECT" ? [...each.options].some(one => one.selected !== one.defaultSelected)
        : each.value !== each.defaultValue);
}

function show(isChanged) {
  document.title = isChanged ? `\u25cf ${title}` : title;
  if (!isChanged) {
    bar.replaceChildren();
    return;
  }
  const link = bar.querySelector("a") || document.createElement("a");
  link.className = "key";
  link.href = location.pathname + location.search; // with the choices so far
  link.textContent = "Something has happened: look" + (isTouched() ? " (what you have entered is not kept)" : "");
  if (!link.parentNode) {
    bar.append(link);
  }
}

function stop() {
  clearTimeout(timer);
  if (source !== null) {
    source.close();
    source = null;
  }
}

function follow() {
  stop();
  if (document.visibilityState === "hidden") {
    return; // nobody looks; when somebody does, the first event tells what was missed
  }
  source = new EventSource(content.dataset.events);
  source.onmessage = event => {
    wait = SOON;
    show(event.data !== content.dataset.state);
  };
  source.onerror = () => {
    if (source !== null && source.readyState === EventSource.CLOSED) { // otherwise the browser tries again by itself
      stop();
      timer = setTimeout(follow, wait * 1000);
      wait = Math.min(2 * wait, LATE);
    }
  };
}

document.addEventListener("visibilitychange", follow);
addEventListener("pagehide", stop);
content.addEventListener("input", () => { if (bar.firstChild) { show(true); } });
follow();
