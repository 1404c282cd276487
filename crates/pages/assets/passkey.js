// Asks the browser for a passkey and sends the form around the button with its answer. Without this file the other ways
// of the same page do, where it has some.
const bytesOf = (text) => Uint8Array.from(window.atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
const textOf = (buffer) => window.btoa(Array.from(new Uint8Array(buffer ?? []), (one) => String.fromCharCode(one)).join(""))
  .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const listOf = (ids) => ids.map((id) => ({ type: "public-key", id: bytesOf(id) }));

const created = async (options) => {
  options.challenge = bytesOf(options.challenge);
  options.user.id = bytesOf(options.user.id);
  options.excludeCredentials = listOf(options.excludeCredentials);
  const { response } = await navigator.credentials.create({ publicKey: options });
  return [response.clientDataJSON, response.attestationObject].map(textOf).join(".");
};

const signed = async (address, form) => {
  const keys = [...form.querySelectorAll("input[type=hidden]")].filter((one) => ["csrf", "interaction"].includes(one.name));
  const body = new URLSearchParams(keys.map((one) => [one.name, one.value]));
  const asked = await fetch(address, { method: "POST", credentials: "same-origin", redirect: "manual", body });
  if (!asked.ok) { throw new Error("no challenge"); }
  const options = await asked.json();
  options.challenge = bytesOf(options.challenge);
  options.allowCredentials = listOf(options.allowCredentials);
  const { rawId, response } = await navigator.credentials.get({ publicKey: options });
  const parts = [rawId, response.clientDataJSON, response.authenticatorData, response.signature, response.userHandle];
  return ["passkey", ...parts.map(textOf)].join(".");
};

// Browsers have none for an IP address.
const hasName = !/^[0-9.]+$|:/.test(window.location.hostname);

for (const part of document.querySelectorAll("[data-passkey]")) {
  if (!hasName || !window.PublicKeyCredential || !navigator.credentials) { break; }
  const form = part.closest("form");
  const [button, fault] = [part.querySelector("button"), part.querySelector("[role=alert]")];
  part.hidden = false;
  // The button of the form itself comes first; this is the other way to send the same form.
  if (!("passkeyAlone" in part.dataset)) { form.querySelector("[type=submit]")?.closest(".actions")?.after(part); }
  button.addEventListener("click", async () => {
    fault.hidden = true;
    // The passkey takes the place of what is typed as the answer, and of nothing else.
    const typed = [...form.querySelectorAll("input[name=answer]")];
    const { address, options } = { address: part.dataset.passkey, options: part.dataset.passkeyOptions };
    for (const field of typed) { field.disabled = !options; }
    button.disabled = true;
    try {
      if (!form.reportValidity()) { return; }
      const answer = document.createElement("input");
      answer.type = "hidden";
      answer.dataset.passkeyAnswer = "";
      answer.name = options ? "passkey" : "answer";
      answer.value = options ? await created(JSON.parse(options)) : await signed(address, form);
      form.append(answer);
      form.requestSubmit();
    } catch { fault.hidden = false; } finally {
      button.disabled = false;
      if (!form.querySelector("[data-passkey-answer]")) { for (const field of typed) { field.disabled = false; } }
    }
  });
}

// Coming back with the browser's button, the form asks anew.
window.addEventListener("pageshow", () => {
  for (const answer of document.querySelectorAll("[data-passkey-answer]")) {
    for (const field of answer.form.querySelectorAll("input[name=answer]")) { field.disabled = false; }
    answer.remove();
  }
});
