import assert from "node:assert/strict";
import { test } from "node:test";
import * as client from "openid-client";
import * as demo from "./demo.mjs";

test("openid-client 6 logs in, reads, asks who it is, refreshes, reads again and revokes", async () => {
  const configuration = await client.discovery(
    demo.issuer,
    demo.clientId,
    undefined,
    client.ClientSecretBasic(demo.clientSecret),
    { execute: [client.allowInsecureRequests] },
  );
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const nonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: demo.redirectUri,
    scope: demo.scope,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
  const callback = await demo.logIn(url);
  const tokens = await client.authorizationCodeGrant(configuration, callback, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  await demo.readAccount(tokens.access_token, tokens.id_token);
  const person = await client.fetchUserInfo(configuration, tokens.access_token, tokens.claims().sub);
  assert.equal(person.sub, tokens.claims().sub);
  const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token);
  assert.notEqual(refreshed.refresh_token, tokens.refresh_token);
  await demo.readAccount(refreshed.access_token, refreshed.id_token);
  await client.tokenRevocation(configuration, refreshed.refresh_token);
  await assert.rejects(client.refreshTokenGrant(configuration, refreshed.refresh_token));
});
