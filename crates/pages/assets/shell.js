"use strict";
// Comfort only: without this file every page works the same.

// Shows and hides what is typed into a password field.
for (const button of document.querySelectorAll("[data-reveal]")) {
  const field = document.getElementById(button.dataset.reveal);
  button.hidden = false;
  button.addEventListener("click", () => {
    const shown = field.type === "text";
    field.type = shown ? "password" : "text";
    button.setAttribute("aria-pressed", String(!shown));
    button.textContent = shown ? button.dataset.show : button.dataset.hide;
    field.focus();
  });
  // A browser must not remember a password as ordinary text.
  field.form.addEventListener("submit", () => { field.type = "password"; });
}

// A form that was refused is gone on with where it is wrong.
if (!document.querySelector("[autofocus]")) { document.querySelector("main [aria-invalid=true]")?.focus(); }

// A page that only the answer to a form shows gets an address that "back" and "reload" can open again.
const again = document.querySelector("[data-address]");
if (again) { history.replaceState(null, "", again.dataset.address); }

// What is in an element is copied with a button.
for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) { break; }
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent.trim());
    button.textContent = button.dataset.done;
  });
}

// What is shown once is gone when the page is left: going back does not bring it from the browser's memory.
window.addEventListener("pagehide", () => {
  for (const element of document.querySelectorAll("[data-shown-once]")) { element.textContent = "…"; }
});

// A form that was sent is not sent again by a second click.
for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
    form.querySelector("button[type=submit]")?.setAttribute("aria-busy", "true");
  });
}

// Coming back with the browser's button, the form can be sent anew.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-once]")) {
    delete form.dataset.sent;
    form.querySelector("button[type=submit]")?.removeAttribute("aria-busy");
  }
});

// A part that changes by itself is shown as it changes: the element is replaced by the one with the same id of the same
// address, until that one no longer asks for it. Focus and what was opened stay, and a live region that is never replaced
// says what has changed.
const region = document.querySelector("[data-status-region]");
const sayings = (part) => Array.from(part.querySelectorAll("[data-says]"), (each) => each.textContent.trim()).join(". ");
const isTypedIn = (part) => Array.from(part.querySelectorAll("input, select, textarea")).some((field) =>
  field === document.activeElement || (field.matches("[type=checkbox], [type=radio]")
    ? field.checked !== field.defaultChecked
    : !field.matches("select") && field.value !== field.defaultValue));
const same = (part, element) => (element.id
  ? part.querySelector(`#${CSS.escape(element.id)}`)
  : Array.from(part.querySelectorAll(element.tagName)).find((each) => each.textContent === element.textContent
      && each.getAttribute("href") === element.getAttribute("href")));
const exchange = (old, shown) => {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  for (const each of old.querySelectorAll("details[open] > summary")) {
    const again = same(shown, each);
    if (again) { again.parentElement.open = true; }
  }
  const before = sayings(old);
  old.replaceWith(shown);
  if (focused) {
    const again = same(shown, focused) ?? shown;
    if (again === shown) { shown.tabIndex = -1; }
    again.focus({ preventScroll: true });
  }
  const after = sayings(shown);
  if (region && after !== before) { region.textContent = after; }
};
const watch = (element) => {
  const seconds = Number(element.dataset.live);
  if (!(seconds >= 1)) { return; }
  window.setTimeout(async () => {
    let next = null;
    try {
      const answer = await fetch(window.location.href, {
        credentials: "same-origin",
        headers: { "clientbank-watching": "1" },
      });
      if (answer.ok && !answer.redirected) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        next = page.getElementById(element.id);
        if (!next) { return; }
      } else if (answer.redirected || answer.status < 500) { return; }
    } catch { /* The network comes back, or the person reloads. */ }
    if (!next) { watch(element); return; }
    // Somebody who is typing in it, or has typed, is not disturbed.
    if (isTypedIn(element)) {
      watch(element);
      return;
    }
    // What says the same stays: an alert would be read out again.
    if (next.textContent === element.textContent && next.dataset.live === element.dataset.live) {
      watch(element);
      return;
    }
    const shown = document.importNode(next, true);
    exchange(element, shown);
    watch(shown);
  }, seconds * 1000);
};
for (const element of document.querySelectorAll("[id][data-live]")) { watch(element); }

// A file is read into a field of text; one that is not text as Base64.
for (const picker of document.querySelectorAll("input[type=file][data-read-into]")) {
  const field = document.getElementById(picker.dataset.readInto);
  picker.hidden = false;
  picker.addEventListener("change", async () => {
    const file = picker.files[0];
    if (!file) { return; }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const isText = bytes.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127));
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    field.value = isText ? letters : window.btoa(letters);
  });
}

// The end of the session is told before it comes; what was typed outlives another login of the same person.
const session = document.querySelector("[data-session-left]");
if (session) {
  const early = Number(session.dataset.sessionNotice);
  const address = session.dataset.sessionAddress;
  let timer = 0;
  const show = (part) => {
    for (const each of session.querySelectorAll("[data-session-part]")) { each.hidden = each.dataset.sessionPart !== part; }
  };
  const look = async () => {
    window.clearTimeout(timer);
    try {
      const answer = await fetch(address, {
        credentials: "same-origin", redirect: "manual", headers: { "clientbank-watching": "1" },
      });
      if (!answer.ok) { show("over"); return; }
      const told = await answer.json();
      if (told.owner !== session.dataset.sessionOwner) { show("other"); return; }
      for (const field of document.querySelectorAll("input[type=hidden][name=csrf]")) { field.value = told.csrf; }
      wait(told.left_s);
    } catch { timer = window.setTimeout(look, 10000); }
  };
  const wait = (left) => {
    show(left <= early ? "soon" : "");
    timer = window.setTimeout(look, Math.max(1, left <= early ? left : left - early) * 1000);
  };
  session.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = new URLSearchParams(new FormData(event.target));
    try { await fetch(address, { method: "POST", credentials: "same-origin", redirect: "manual", body }); } catch { /* It is looked at next. */ }
    look();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { look(); } });
  window.addEventListener("pageshow", (event) => { if (event.persisted) { look(); } });
  wait(Number(session.dataset.sessionLeft));
}

// On a phone the menu is a strip: the current section is scrolled into sight.
const menu = document.querySelector(".menu ul");
const current = menu?.querySelector("[aria-current]");
if (current && menu.scrollWidth > menu.clientWidth) { menu.scrollLeft = current.offsetLeft - menu.offsetLeft - 16; }
