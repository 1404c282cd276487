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

// A form that was sent is not sent again by a second click.
for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
    form.querySelector("button[type=submit]").setAttribute("aria-busy", "true");
  });
}

// Coming back with the browser's button, the form can be sent anew.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-once]")) {
    delete form.dataset.sent;
    form.querySelector("button[type=submit]").removeAttribute("aria-busy");
  }
});
