// The first hour with the bank in Node 20 or newer: its own library, and the program `openssl` for signatures.

import { execFileSync } from "node:child_process";
import { createHash, randomBytes, randomInt } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import assert from "node:assert/strict";

const API = process.env.API ?? "http://127.0.0.1:8080";
const IDENTITY = process.env.IDENTITY ?? "http://127.0.0.1:8081";
const KEYS = process.env.KEYS ?? "clientbank-demo/demo-keys";
const CLIENT = "demo-erp";
const SECRET = "demo-erp-secret";
const CALLBACK = new URL("http://127.0.0.1:9090/callback");
const BASIC = `Basic ${Buffer.from(`${CLIENT}:${SECRET}`).toString("base64")}`;
const AHEAD_S = Number(process.env.AHEAD_S ?? 60); // Seconds before their end at which tokens are refreshed.
const tokens = {};

const word = (bytes) => randomBytes(bytes).toString("base64url");
const sha256 = (bytes) => createHash("sha256").update(bytes).digest();

/** One call of the identity provider, as the software that the bank knows. */
async function identity(path, form) {
  const answer = await fetch(IDENTITY + path, { method: "POST", body: new URLSearchParams(form), headers: { Authorization: BASIC } });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return text;
}

/** Tokens for a code or a refresh token. The newest refresh token is the one to keep. */
async function fetchTokens(form) {
  Object.assign(tokens, JSON.parse(await identity("/token", form)));
  tokens.end = performance.now() / 1000 + tokens.expires_in;
}

/** The code flow with PKCE: a person logs in in the browser, and the code comes back to this program. */
async function login() {
  const [verifier, state, nonce] = [word(48), word(16), word(16)];
  const asked = new URLSearchParams({
    response_type: "code", client_id: CLIENT, redirect_uri: CALLBACK.href, scope: "openid profile email phone", state,
    nonce, code_challenge: sha256(verifier).toString("base64url"), code_challenge_method: "S256",
  });
  const found = await new Promise((resolve) => {
    const server = createServer((request, response) => {
      const query = new URL(request.url, CALLBACK).searchParams;
      response.setHeader("Connection", "close").end("Back to the program: this page can be closed.");
      if (query.has("state")) server.close(() => resolve(query));
    });
    server.listen(Number(CALLBACK.port), CALLBACK.hostname, () => console.log(`Open in the browser: ${IDENTITY}/authorize?${asked}`));
  });
  assert.ok(found.get("state") === state && found.get("iss") === IDENTITY, "the answer belongs to another login: it is not used");
  if (!found.has("code")) {
    console.error(`nobody has logged in (${found.get("error")}: ${found.get("error_description")}); start again to log in`);
    process.exit(1);
  }
  await fetchTokens({ grant_type: "authorization_code", code: found.get("code"), redirect_uri: CALLBACK.href, code_verifier: verifier });
  const claims = JSON.parse(Buffer.from(tokens.id_token.split(".")[1], "base64url"));
  assert.deepEqual([claims.iss, claims.aud, claims.nonce], [IDENTITY, CLIENT, nonce], "the identity token is another login's");
}

/** One call of the API: both tokens go with each, and new ones are fetched before they end. */
async function api(method, path, body, headers = {}) {
  if (tokens.end - performance.now() / 1000 < AHEAD_S) await fetchTokens({ grant_type: "refresh_token", refresh_token: tokens.refresh_token });
  const own = { Authorization: `Bearer ${tokens.access_token}`, "Id-Token": tokens.id_token, "Content-Type": "application/json" };
  const answer = await fetch(API + path, { method, body, headers: { ...own, ...headers }, signal: AbortSignal.timeout(60_000) });
  return { status: answer.status, text: await answer.text() };
}

/** A payroll statement in the canonical form: names sorted, no white space. It is sent as it is signed. */
function statement() {
  const amount = 7000 + randomInt(900); // The same accounts and amounts as before have the warning P13.
  const transfer = { account: "40817810000000000101", amount, currency: "RUR", firstName: "Анна", lastName: "Смирнова", orderNumber: 1 };
  const payload = {
    account: "40702810600000000001", enrollmentCode: "01", externalId: `first-hour-${randomBytes(8).toString("hex")}`, incomeCode: 1,
    totalAmount: amount, transfers: [transfer], transfersCount: 1,
  };
  return { id: payload.externalId, payload: JSON.stringify(payload) };
}

/** A detached CMS signature over the 32 bytes of the digest. */
function signature(digest, name) {
  const folder = mkdtempSync(join(tmpdir(), "first-hour-"));
  const [content, key] = [join(folder, "digest"), join(KEYS, name)];
  writeFileSync(content, digest);
  execFileSync("openssl", ["cms", "-sign", "-binary", "-cades", "-md", "sha256", "-in", content, "-outform", "DER",
    "-out", `${content}.cms`, "-signer", `${key}.crt`, "-inkey", `${key}.key`]);
  const cms = readFileSync(`${content}.cms`).toString("base64");
  rmSync(folder, { recursive: true });
  return cms;
}

/** Asks for the status once a second, which is as often as the bank answers. */
async function wait(id, goal) {
  let answer;
  for (let round = 0; round < 60; round += 1) {
    answer = await api("GET", `/v1/statements/${id}`);
    if (answer.status === 200 && JSON.parse(answer.text).status === goal) return;
    await sleep(1000);
  }
  throw new Error(`${id} is not ${goal}: ${answer.text}`);
}

await login();
const read = await api("GET", "/v1/accounts/40702810600000000001?fields=Number,Balance");
console.log("1. read:", read.status, read.text);

// Events from now on: the last page of the list has the place to go on from.
let page = JSON.parse((await api("GET", "/v1/events?limit=100")).text);
while (page.hasMore) page = JSON.parse((await api("GET", `/v1/events?limit=100&after=${page.nextCursor}`)).text);

// Without signatures: people sign in the online bank. Here a trigger of the sandbox lets them do it at once.
const unsigned = statement();
let answer = await api("POST", "/v1/statements", `{"payload":${unsigned.payload}}`, { "Sandbox-Trigger": "people-sign" });
assert.equal(answer.status, 202, answer.text);
await wait(unsigned.id, "EXECUTED");
console.log("2. unsigned payroll executed:", unsigned.id);

// With all signatures of the company's scheme: nobody has to do anything any more.
const signed = statement();
const digest = sha256(signed.payload);
const signatures = [signature(digest, "ivanova-C00001-FIRST"), signature(digest, "petrov-C00001-SECOND")];
const rest = JSON.stringify({ digest: digest.toString("base64"), signatures });
answer = await api("POST", "/v1/statements", `{"payload":${signed.payload},${rest.slice(1)}`);
assert.equal(answer.status, 202, answer.text);
await wait(signed.id, "EXECUTED");
console.log("3. signed payroll executed:", signed.id);

// Events come a moment after the change. Who keeps the cursor misses none, however long it was away.
const executed = [];
while (executed.length < 2) {
  page = JSON.parse((await api("GET", `/v1/events?limit=100&type=payroll.statement.executed&after=${page.nextCursor}`)).text);
  executed.push(...page.events.map((event) => event.data.externalId));
  await sleep(200);
}
assert.deepEqual(executed, [unsigned.id, signed.id]);
console.log("4. events received:", executed.join(", "));

// The failure that costs most: the bank has the statement, and its answer is lost. The same request is sent again.
const lost = statement();
const body = `{"payload":${lost.payload}}`;
await assert.rejects(api("POST", "/v1/statements", body, { "Sandbox-Trigger": "lost-answer" }), "the answer should have been lost");
answer = await api("POST", "/v1/statements", body);
assert.ok(answer.status === 400 && answer.text.includes("with the same content"), answer.text);
console.log("5. failure rehearsed: the statement is there, once:", lost.id);

// Logging out ends the login, with all its tokens, within two seconds.
await identity("/revoke", { token: tokens.refresh_token });
tokens.end = Infinity;
while ((await api("GET", "/v1/accounts?fields=Number")).status !== 401) await sleep(200);
console.log("6. logged out: the tokens are refused");
