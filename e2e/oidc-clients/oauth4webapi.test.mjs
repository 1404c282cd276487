import assert from "node:assert/strict";
import { test } from "node:test";
import * as oauth from "oauth4webapi";
import * as demo from "./demo.mjs";

const insecure = { [oauth.allowInsecureRequests]: true };

test("oauth4webapi logs in with every check on, verifies the signature, refreshes and reads", async () => {
  const server = await oauth.processDiscoveryResponse(
    demo.issuer,
    await oauth.discoveryRequest(demo.issuer, { algorithm: "oidc", ...insecure }),
  );
  const client = { client_id: demo.clientId };
  const authentication = oauth.ClientSecretBasic(demo.clientSecret);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const nonce = oauth.generateRandomNonce();
  const url = new URL(server.authorization_endpoint);
  url.search = new URLSearchParams({
    client_id: demo.clientId,
    response_type: "code",
    redirect_uri: demo.redirectUri,
    scope: demo.scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const callback = oauth.validateAuthResponse(server, client, await demo.logIn(url), state);
  const codeAnswer = await oauth.authorizationCodeGrantRequest(
    server, client, authentication, callback, demo.redirectUri, verifier, insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, codeAnswer, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, codeAnswer, insecure);
  await demo.readAccount(tokens.access_token, tokens.id_token);
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  const userInfo = await oauth.processUserInfoResponse(
    server, client, claims.sub, await oauth.userInfoRequest(server, client, tokens.access_token, insecure),
  );
  assert.equal(userInfo.sub, claims.sub);
  const refreshed = await oauth.processRefreshTokenResponse(
    server, client,
    await oauth.refreshTokenGrantRequest(server, client, authentication, tokens.refresh_token, insecure),
  );
  await demo.readAccount(refreshed.access_token, refreshed.id_token);
  const introspection = await oauth.processIntrospectionResponse(
    server, client,
    await oauth.introspectionRequest(server, client, authentication, refreshed.access_token, insecure),
  );
  assert.equal(introspection.active, true);
});
