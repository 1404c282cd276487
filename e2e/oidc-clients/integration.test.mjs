import assert from "node:assert/strict";
import { test } from "node:test";
import * as client from "openid-client";
import * as demo from "./demo.mjs";

const password = "demo-petrov";
// Nobody listens there: the code is read off the address that the browser is sent to.
const returnTo = "https://payroll.romashka.example/callback";

// What is in the element with this id.
// A line may end at the strokes of an address.
const shown = (html, id) => html.replaceAll("<wbr>", "").match(new RegExp(`id="${id}"[^>]*>([^<]+)<`))?.[1].trim();

/** petrov, who administers C00001, registers an integration in the pages of the online bank, as a person does. */
async function register() {
  const browser = new demo.Browser();
  const room = new URL("/bank/integrations", demo.issuer);
  await demo.logIn(new URL("/bank/login?next=/bank/integrations", demo.issuer), {
    username: "petrov", password, returnTo: room.href, browser,
  });
  const page = await browser.send(room);
  assert.equal(page.status, 200);
  const answer = await browser.submit(room, await page.text(), {
    name: `Payroll ${Date.now()}`, redirect_uris: returnTo, profile: "STANDARD", answer: password,
  });
  const html = await answer.text();
  assert.equal(answer.status, 200, html);
  const own = { id: shown(html, "client-id"), secret: shown(html, "client-secret") };
  const detail = await (await browser.send(new URL(`/bank/integrations/${own.id}`, demo.issuer))).text();
  assert.ok(!detail.includes(own.secret), "the secret is shown once");
  return { ...own, issuer: shown(detail, "issuer"), browser, detail };
}

test("an integration registered in the pages works with openid-client 6, and ends with its switch", async () => {
  const own = await register();
  const configuration = await client.discovery(
    new URL(own.issuer), own.id, undefined, client.ClientSecretBasic(own.secret), { execute: [client.allowInsecureRequests] },
  );
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: returnTo,
    scope: "openid profile",
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
  });
  const callback = await demo.logIn(url, { username: "petrov", password, returnTo });
  const tokens = await client.authorizationCodeGrant(configuration, callback, {
    pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true,
  });
  await demo.readAccount(tokens.access_token, tokens.id_token);
  const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token);
  const page = new URL(`/bank/integrations/${own.id}/off`, demo.issuer);
  const csrf = own.detail.match(/name="csrf" value="([^"]+)"/)[1];
  const off = await own.browser.send(page, {
    method: "POST",
    body: new URLSearchParams({ csrf, sure: "yes" }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  assert.equal(off.status, 303);
  await assert.rejects(client.refreshTokenGrant(configuration, refreshed.refresh_token));
});
