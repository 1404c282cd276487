// Software of a company: registered by its administrator in the pages, then used with openid-client, unmodified.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import * as client from "openid-client";
import { PETROV, api, bank, enter, fillInLogin, launch } from "./bank.mjs";

const ROOM = "/bank/integrations";
const ACCOUNT = "40702810600000000001";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** The software's own server, to which the login returns. */
async function software() {
  let arrived;
  const callback = new Promise((resolve) => { arrived = resolve; });
  const server = createServer((request, answer) => {
    answer.end("done");
    if (request.url.startsWith("/callback")) arrived(request.url);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const address = `http://127.0.0.1:${server.address().port}/callback`;
  return { address, callback: callback.then((path) => new URL(path, address)), close: () => server.close() };
}

test("idn_12_an_integration_registered_in_the_pages_is_used_and_ends_with_its_switch", async (running) => {
  const own = await software();
  running.after(() => own.close());
  const page = await enter(browser, PETROV);
  await page.click(`nav.menu a[href='${ROOM}']`);
  await page.click("details:has(#register-name) > summary");
  await page.fill("#register-name", "Зарплата и кадры");
  await page.fill("#register-uris", own.address);
  await page.fill("#register-answer", PETROV.password);
  await page.click(`form[action='${ROOM}'] button[type=submit]`);
  const id = (await page.textContent("#client-id")).trim();
  const secret = (await page.textContent("#client-secret")).trim();
  await page.click(`a[href='${ROOM}/${id}']`);
  // What the page has to copy is all that the software needs.
  const [issuer, scope] = [await page.textContent("#issuer"), await page.textContent("#scopes")].map((text) => text.trim());
  assert.ok(!(await page.content()).includes(secret), "the secret is shown once");

  const configuration = await client.discovery(
    new URL(issuer), id, undefined, client.ClientSecretBasic(secret), { execute: [client.allowInsecureRequests] },
  );
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: own.address, scope, state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: "S256",
  });
  const other = await (await browser.newContext({ locale: "ru-RU" })).newPage();
  await other.goto(url.href);
  await other.locator(".purpose", { hasText: "Зарплата и кадры" }).waitFor();
  await fillInLogin(other, PETROV);
  await other.waitForURL((url) => url.href.startsWith(own.address));
  const tokens = await client.authorizationCodeGrant(configuration, await own.callback, {
    pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true,
  });
  const answer = await fetch(new URL(`/v1/accounts/${ACCOUNT}?fields=Number`, api), {
    headers: { authorization: `Bearer ${tokens.access_token}`, "id-token": tokens.id_token },
  });
  assert.deepEqual([answer.status, (await answer.json()).number], [200, ACCOUNT]);

  const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token);
  await page.goto(new URL(`${ROOM}/${id}`, bank).href);
  await page.click(`form[action='${ROOM}/${id}/off'] button[type=submit]`);
  await page.locator("[name=sure]").waitFor({ state: "attached" });
  await page.click(`form[action='${ROOM}/${id}/off'] button[type=submit]`);
  await page.waitForLoadState();
  await assert.rejects(client.refreshTokenGrant(configuration, refreshed.refresh_token));
});
