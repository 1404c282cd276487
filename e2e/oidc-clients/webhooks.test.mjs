import assert from "node:assert/strict";
import { createPublicKey, verify } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import * as client from "openid-client";
import * as demo from "./demo.mjs";
import { receiver } from "./receiver.mjs";

const CHANGED = 1000;

/** Verifies the signature `v1a` with the public key alone, as docs/WEBHOOKS.md says. */
function verifiesByPublicKey(publicKey, { headers, body }) {
  const x = Buffer.from(publicKey.replace(/^whpk_/, ""), "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const signed = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  const own = headers["webhook-signature"].split(" ").filter((word) => word.startsWith("v1a,"));
  return own.some((word) => verify(null, signed, key, Buffer.from(word.slice(4), "base64")));
}

/** Both tokens of petrov, who administers C00001. */
async function logIn() {
  const configuration = await client.discovery(
    demo.issuer, demo.clientId, undefined, client.ClientSecretBasic(demo.clientSecret),
    { execute: [client.allowInsecureRequests] },
  );
  const verifier = client.randomPKCECodeVerifier(), state = client.randomState(), nonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: demo.redirectUri, scope: demo.scope, state, nonce, code_challenge_method: "S256",
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
  });
  const callback = await demo.logIn(url, { username: "petrov", password: "demo-petrov" });
  return client.authorizationCodeGrant(configuration, callback, {
    pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true,
  });
}

/** The delivery with one thing changed: the body, the identifier, or the moment by less than is tolerated. */
function changed({ headers, body }, number) {
  const other = { headers: { ...headers }, body };
  if (number % 3 === 0) {
    const bytes = Buffer.from(body);
    bytes[number % bytes.length] ^= 1;
    other.body = bytes.toString("utf8");
  } else if (number % 3 === 1) {
    other.headers["webhook-id"] = `evt_${number.toString(16).padStart(32, "0")}`;
  } else {
    other.headers["webhook-timestamp"] = String(Number(headers["webhook-timestamp"]) - 1 - (number % 200));
  }
  return other;
}

test("standardwebhooks 1 (npm) verifies deliveries, those of two secrets too, and refuses 1,000 changed ones", async () => {
  const tokens = await logIn();
  const call = async (method, path, body) => {
    const answer = await fetch(new URL(path, demo.api), {
      method,
      headers: {
        authorization: `Bearer ${tokens.access_token}`, "id-token": tokens.id_token, "content-type": "application/json",
      },
      body: body && JSON.stringify(body),
    });
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
    return answer.status === 204 ? undefined : answer.json();
  };
  const hook = await receiver();
  const made = await call("POST", "/v1/webhooks", { url: hook.url, types: ["*"] });
  const path = `/v1/webhooks/${made.webhook.id}`;
  const tried = async () => {
    await call("POST", `${path}/test`);
    return hook.next();
  };
  const delivery = await tried();
  const library = new Webhook(made.secret);
  assert.equal(library.verify(delivery.body, delivery.headers).type, "webhook.test");
  assert.ok(verifiesByPublicKey(made.publicKey, delivery));
  for (let number = 0; number < CHANGED; number += 1) {
    const other = changed(delivery, number);
    assert.throws(() => library.verify(other.body, other.headers), `${number}`);
    assert.ok(!verifiesByPublicKey(made.publicKey, other), `${number}`);
  }
  const other = await call("POST", `${path}/secret`);
  const both = await tried();
  for (const secret of [made.secret, other.secret]) new Webhook(secret).verify(both.body, both.headers);
  for (const { publicKey } of [made, other]) assert.ok(verifiesByPublicKey(publicKey, both));
  await call("POST", `${path}/redeliveries`, { eventId: delivery.headers["webhook-id"] });
  const again = await hook.next();
  assert.equal(again.headers["webhook-id"], delivery.headers["webhook-id"]);
  assert.equal(again.body, delivery.body);
  await call("DELETE", path);
  hook.close();
});
