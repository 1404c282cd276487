"use strict";
// Signs in the browser, with a key that never leaves it: WebCrypto, and as much DER (X.690) as a detached CMS signature
// (CAdES-BES) and a certification request (PKCS#10) take. Without this file a signature is made elsewhere and pasted.

// A fault with a name; the page has the words.
class Fault extends Error {}
const fail = (name) => { throw new Fault(name); };

const LIMITS = { file: 65536, document: 67108864, iterations: 10000000, password: 8, depth: 16 };
const ROUNDS = 600000;

// DER, written.
const join = (...parts) => {
  const flat = parts.flat(9);
  const whole = new Uint8Array(flat.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of flat) { whole.set(part, at); at += part.length; }
  return whole;
};
const element = (tag, ...parts) => {
  const content = join(...parts);
  let length = [content.length];
  if (content.length > 127) {
    length = [];
    for (let rest = content.length; rest > 0; rest = Math.floor(rest / 256)) { length.unshift(rest % 256); }
    length.unshift(0x80 | length.length);
  }
  return join([Uint8Array.from([tag, ...length])], [content]);
};
const compare = (one, other) => {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    if (one[at] !== other[at]) { return one[at] - other[at]; }
  }
  return one.length - other.length;
};
const sequence = (...parts) => element(0x30, ...parts);
const setOf = (tag, parts) => element(tag, ...[...parts].sort(compare));
const octets = (bytes) => element(0x04, [bytes]);
const bits = (bytes) => element(0x03, [Uint8Array.of(0)], [bytes]);
const text = (value) => element(0x0c, [new TextEncoder().encode(value)]);
const unsigned = (bytes) => {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) { start += 1; }
  const value = bytes.subarray(start);
  return element(0x02, value[0] > 127 ? [Uint8Array.of(0), value] : [value]);
};
const number = (value) => {
  const bytes = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) { bytes.unshift(rest % 256); }
  return unsigned(Uint8Array.from(bytes));
};
const oid = (dotted) => {
  const [first, second, ...rest] = dotted.split(".").map(Number);
  const bytes = [];
  for (const part of [first * 40 + second, ...rest]) {
    const digits = [part % 128];
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128)) { digits.unshift(0x80 | left % 128); }
    bytes.push(...digits);
  }
  return element(0x06, [Uint8Array.from(bytes)]);
};
const moment = (date) => {
  const digits = date.toISOString().replace(/[-:T]|\.[0-9]+/g, "");
  const [tag, shown] = date.getUTCFullYear() < 2050 ? [0x17, digits.slice(2)] : [0x18, digits];
  return element(tag, [new TextEncoder().encode(shown)]);
};

// DER, read: the elements that are in `bytes` one behind the other.
const read = (bytes, depth = 0) => {
  if (depth > LIMITS.depth) { fail("unreadable"); }
  const found = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at];
    let length = bytes[at + 1];
    let start = at + 2;
    if (length > 127) {
      const count = length & 127;
      if (count < 1 || count > 4) { fail("unreadable"); }
      length = 0;
      for (let index = 0; index < count; index += 1) { length = length * 256 + bytes[start + index]; }
      start += count;
    }
    const end = start + length;
    if (!(end <= bytes.length)) { fail("unreadable"); }
    const content = bytes.subarray(start, end);
    found.push({ tag, content, raw: bytes.subarray(at, end), inside: () => read(content, depth + 1) });
    at = end;
  }
  return found;
};
const inside = (item, tag = 0x30) => (item?.tag === tag ? item.inside() : fail("unreadable"));
const value = (item, tag) => (item?.tag === tag ? item.content : fail("unreadable"));
const integer = (item) => value(item, 0x02).reduce((sum, byte) => sum * 256 + byte, 0);
const dotted = (item) => {
  const parts = [];
  let part = 0;
  for (const byte of value(item, 0x06)) {
    part = part * 128 + (byte & 127);
    if (byte < 128) { parts.push(part); part = 0; }
  }
  const first = Math.min(2, Math.floor(parts[0] / 40));
  return [first, parts[0] - first * 40, ...parts.slice(1)].join(".");
};

// Base64 and PEM.
const toBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const fromBase64 = (letters) => {
  try { return Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0)); } catch { return fail("unreadable"); }
};
const toPem = (label, bytes) =>
  `-----BEGIN ${label}-----\n${toBase64(bytes).replace(/.{64}(?=.)/g, "$&\n")}\n-----END ${label}-----\n`;
const fromPem = (file, label) => {
  const armour = new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]*)-----END ${label}-----`, "g");
  return Array.from(file.matchAll(armour), (found) => fromBase64(found[1].replace(/\s/g, "")));
};

// Keys in files: PKCS#8, encrypted by PBES2 (RFC 8018) or not.
const PRF = { "1.2.840.113549.2.7": "SHA-1", "1.2.840.113549.2.9": "SHA-256", "1.2.840.113549.2.10": "SHA-384", "1.2.840.113549.2.11": "SHA-512" };
const AES = { "2.16.840.1.101.3.4.1.2": 128, "2.16.840.1.101.3.4.1.22": 192, "2.16.840.1.101.3.4.1.42": 256 };
const [PBES2, PBKDF2, RSA, EC] = ["1.2.840.113549.1.5.13", "1.2.840.113549.1.5.12", "1.2.840.113549.1.1.1", "1.2.840.10045.2.1"];
const CURVES = { "1.2.840.10045.3.1.7": "P-256", "1.3.132.0.34": "P-384" };

const passwordKey = async (password, salt, iterations, hash, length, use) => {
  const base = await crypto.subtle.importKey("raw", new TextEncoder().encode(password), "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", salt, iterations, hash };
  return crypto.subtle.deriveKey(how, base, { name: "AES-CBC", length }, false, [use]);
};

const decrypt = async (der, password) => {
  const [algorithm, encrypted] = inside(read(der)[0]);
  const [scheme, parameters] = inside(algorithm);
  if (dotted(scheme) !== PBES2) { fail("encryption"); }
  const [derivation, cipher] = inside(parameters).map((item) => inside(item));
  const length = AES[dotted(cipher[0])];
  if (dotted(derivation[0]) !== PBKDF2 || !length) { fail("encryption"); }
  const [salt, rounds, ...rest] = inside(derivation[1]);
  const prf = rest.find((item) => item.tag === 0x30);
  const hash = prf ? PRF[dotted(prf.inside()[0])] : "SHA-1";
  const iterations = integer(rounds);
  if (!hash || !(iterations >= 1 && iterations <= LIMITS.iterations)) { fail("encryption"); }
  if (!password) { fail("password_needed"); }
  const key = await passwordKey(password, value(salt, 0x04), iterations, hash, length, "decrypt");
  try {
    const how = { name: "AES-CBC", iv: value(cipher[1], 0x04) };
    const plain = new Uint8Array(await crypto.subtle.decrypt(how, key, value(encrypted, 0x04)));
    // One wrong password in 256 leaves something that ends as if it had been padded.
    inside(read(plain)[0]);
    return plain;
  } catch { return fail("password_wrong"); }
};

const encrypt = async (pkcs8, password) => {
  const [salt, iv] = [16, 16].map((length) => crypto.getRandomValues(new Uint8Array(length)));
  const key = await passwordKey(password, salt, ROUNDS, "SHA-256", 256, "encrypt");
  const encrypted = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-CBC", iv }, key, pkcs8));
  const prf = sequence(oid("1.2.840.113549.2.9"), Uint8Array.of(5, 0));
  const derivation = sequence(oid(PBKDF2), sequence(octets(salt), number(ROUNDS), prf));
  const cipher = sequence(oid("2.16.840.1.101.3.4.1.42"), octets(iv));
  return sequence(sequence(oid(PBES2), sequence(derivation, cipher)), octets(encrypted));
};

// What WebCrypto and the CMS call the same algorithm, by the key's own `AlgorithmIdentifier`.
const schemeOf = (algorithm) => {
  const [kind, curve] = inside(algorithm);
  if (dotted(kind) === RSA) {
    const how = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
    return { key: how, sign: how, hash: "SHA-256", oid: sequence(oid("1.2.840.113549.1.1.11"), Uint8Array.of(5, 0)) };
  }
  const namedCurve = dotted(kind) === EC && curve?.tag === 0x06 ? CURVES[dotted(curve)] : null;
  if (!namedCurve) { fail("key_kind"); }
  const hash = namedCurve === "P-384" ? "SHA-384" : "SHA-256";
  const signature = oid(`1.2.840.10045.4.3.${hash === "SHA-384" ? 3 : 2}`);
  return { key: { name: "ECDSA", namedCurve }, sign: { name: "ECDSA", hash }, hash, oid: sequence(signature) };
};
const digestAlgorithm = (hash) => sequence(oid(`2.16.840.1.101.3.4.2.${hash === "SHA-384" ? 2 : 1}`));
const digest = async (hash, bytes) => new Uint8Array(await crypto.subtle.digest(hash, bytes));

// WebCrypto writes an ECDSA signature as two numbers, one behind the other; CMS has them as a sequence.
const signBytes = async (key, scheme, bytes) => {
  const signature = new Uint8Array(await crypto.subtle.sign(scheme.sign, key, bytes));
  if (scheme.sign.name !== "ECDSA") { return signature; }
  const half = signature.length / 2;
  return sequence(unsigned(signature.subarray(0, half)), unsigned(signature.subarray(half)));
};

const openKey = async (file, password) => {
  const [plain] = fromPem(file, "PRIVATE KEY");
  const [encrypted] = fromPem(file, "ENCRYPTED PRIVATE KEY");
  if (!plain && !encrypted) { fail("key_file"); }
  const pkcs8 = plain ?? await decrypt(encrypted, password);
  const scheme = schemeOf(inside(read(pkcs8)[0])[1]);
  try {
    return { scheme, key: await crypto.subtle.importKey("pkcs8", pkcs8, scheme.key, false, ["sign"]) };
  } catch { return fail("key_file"); }
};

const openCertificate = (der) => {
  const tbs = inside(inside(read(der)[0])[0]);
  const [serial, , issuer, , subject, spki] = tbs[0].tag === 0xa0 ? tbs.slice(1) : tbs;
  return { der, serial: serial.raw, issuer: issuer.raw, subject: subject.raw, spki: spki.raw };
};

// The certificate of a key, among several: the one whose public key takes a signature of the private one.
const ownCertificate = async ({ key, scheme }, certificates) => {
  const probe = crypto.getRandomValues(new Uint8Array(32));
  const signature = await crypto.subtle.sign(scheme.sign, key, probe);
  for (const certificate of certificates.map(openCertificate)) {
    try {
      const open = await crypto.subtle.importKey("spki", certificate.spki, scheme.key, false, ["verify"]);
      if (await crypto.subtle.verify(scheme.sign, open, signature, probe)) { return certificate; }
    } catch { /* A key of another kind. */ }
  }
  return fail("no_certificate");
};

// A detached CMS (RFC 5652) over `message` in the form CAdES-BES.
const signDetached = async ({ key, scheme }, certificate, message, now) => {
  const attribute = (kind, content) => sequence(oid(kind), element(0x31, content));
  const names = sequence(element(0xa4, certificate.issuer));
  const reference = sequence(octets(await digest("SHA-256", certificate.der)), sequence(names, certificate.serial));
  const attributes = [
    attribute("1.2.840.113549.1.9.3", oid("1.2.840.113549.1.7.1")),
    attribute("1.2.840.113549.1.9.4", octets(await digest(scheme.hash, message))),
    attribute("1.2.840.113549.1.9.5", moment(now)),
    attribute("1.2.840.113549.1.9.16.2.47", sequence(sequence(reference))),
  ];
  const signature = await signBytes(key, scheme, setOf(0x31, attributes));
  const signer = sequence(
    number(1), sequence(certificate.issuer, certificate.serial), digestAlgorithm(scheme.hash),
    setOf(0xa0, attributes), scheme.oid, octets(signature),
  );
  const data = sequence(
    number(1), element(0x31, digestAlgorithm(scheme.hash)), sequence(oid("1.2.840.113549.1.7.1")),
    element(0xa0, certificate.der), element(0x31, signer),
  );
  return sequence(oid("1.2.840.113549.1.7.2"), element(0xa0, data));
};

// A new key on P-256, as an encrypted file, and the request that it signs.
const newRequest = async (person, organisation, password) => {
  const kind = { name: "ECDSA", namedCurve: "P-256" };
  const pair = await crypto.subtle.generateKey(kind, true, ["sign", "verify"]);
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
  const spki = new Uint8Array(await crypto.subtle.exportKey("spki", pair.publicKey));
  const part = (name, shown) => element(0x31, sequence(oid(name), text(shown)));
  const subject = sequence(part("2.5.4.10", organisation.slice(0, 64)), part("2.5.4.3", person));
  const info = sequence(number(0), subject, spki, element(0xa0));
  const scheme = schemeOf(inside(read(spki)[0])[0]);
  const signature = await signBytes(pair.privateKey, scheme, info);
  const request = sequence(info, scheme.oid, bits(signature));
  return {
    key: toPem("ENCRYPTED PRIVATE KEY", await encrypt(pkcs8, password)),
    request: toPem("CERTIFICATE REQUEST", request),
  };
};

// The page.
const chosenFile = async (input, missing) => {
  const file = input.files[0] ?? fail(missing);
  return file.size > LIMITS.file ? fail("file_large") : file.text();
};
const load = async (address) => {
  const answer = await fetch(address, { credentials: "same-origin", redirect: "error" }).catch(() => fail("network"));
  if (!answer.ok || Number(answer.headers.get("content-length")) > LIMITS.document) { fail("network"); }
  return new Uint8Array(await answer.arrayBuffer());
};
const hexadecimal = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

// What documents of payments say of themselves: their sum, and how many rows they have. Others say nothing of it.
const summaryOf = (documents) => {
  let [cents, rows, told] = [0n, 0n, 0];
  for (const bytes of documents) {
    const json = new TextDecoder().decode(bytes);
    const total = /"totalAmount":([0-9]+)\.([0-9]{2})[,}]/.exec(json);
    const count = /"transfersCount":([0-9]+)[,}]/.exec(json);
    if (total && count) { cents += BigInt(total[1] + total[2]); rows += BigInt(count[1]); told += 1; }
  }
  const digits = cents.toString().padStart(3, "0");
  const [thousands, point] = document.documentElement?.lang === "ru" ? ["\u00a0", ","] : [",", "."];
  const grouped = (whole) => whole.replace(/\B(?=(?:[0-9]{3})+$)/g, thousands);
  const sum = `${grouped(digits.slice(0, -2))}${point}${digits.slice(-2)}\u00a0₽`;
  return told === documents.length ? { sum, rows: grouped(String(rows)) } : null;
};

// Runs what a button begins, and says what became of it.
const act = (tool, button, work) => {
  const word = (name) => tool.querySelector(`[data-word="${name}"]`)?.textContent ?? name;
  const say = (name, kind, summary = null) => {
    const shown = tool.querySelector("[data-said]");
    shown.className = `alert ${kind}`;
    shown.hidden = false;
    const more = summary ? ` ${word("sum")}: ${summary.sum}. ${word("rows")}: ${summary.rows}.` : "";
    shown.textContent = word(name) + more;
  };
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-busy") === "true") { return; }
    button.setAttribute("aria-busy", "true");
    say("working", "");
    try { say(...await work()); } catch (error) { say(error instanceof Fault ? error.message : "failed", "bad"); }
    button.removeAttribute("aria-busy");
  });
};

for (const tool of document.querySelectorAll("[data-signing]")) {
  const part = (name) => tool.querySelector(`[data-part=${name}]`);
  tool.hidden = !globalThis.isSecureContext;
  act(tool, part("sign"), async () => {
    const documents = Array.from(tool.querySelectorAll("[data-document]"));
    for (const each of documents) { document.getElementById(each.dataset.into).value = ""; }
    const own = await openKey(await chosenFile(part("key"), "key_missing"), part("password").value);
    part("password").value = "";
    const chosen = part("certificate").files.length > 0 ? await chosenFile(part("certificate"), "certificate_file") : null;
    const file = chosen ?? new TextDecoder().decode(await load(tool.dataset.certificates));
    const certificates = fromPem(file, "CERTIFICATE");
    if (chosen && certificates.length === 0) { fail("certificate_file"); }
    const certificate = await ownCertificate(own, certificates);
    const loaded = [];
    for (const each of documents) {
      // What is signed is what the bank hands out; the form says in which version the page showed it.
      loaded.push(await load(each.dataset.document));
      const message = await digest("SHA-256", loaded.at(-1));
      if (each.dataset.digest && hexadecimal(message) !== each.dataset.digest) { fail("document_changed"); }
      const cms = await signDetached(own, certificate, message, new Date());
      document.getElementById(each.dataset.into).value = (each.dataset.prefix ?? "") + toBase64(cms);
    }
    part("key").value = "";
    return ["signed", "good", summaryOf(loaded)];
  });
}

for (const tool of document.querySelectorAll("[data-new-key]")) {
  const part = (name) => tool.querySelector(`[data-part=${name}]`);
  tool.hidden = !globalThis.isSecureContext;
  act(tool, part("make"), async () => {
    const [password, again] = [part("password").value, part("again").value];
    if (password.length < LIMITS.password) { fail("password_short"); }
    if (password !== again) { fail("password_differs"); }
    const made = await newRequest(tool.dataset.person, tool.dataset.organisation, password);
    const link = part("save");
    link.href = URL.createObjectURL(new Blob([made.key], { type: "application/x-pem-file" }));
    link.hidden = false;
    document.getElementById(tool.dataset.into).value = made.request;
    for (const name of ["password", "again"]) { part(name).value = ""; }
    link.click();
    return ["made", "good"];
  });
}
