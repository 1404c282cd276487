import assert from "node:assert/strict";
import { test } from "node:test";
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from "oidc-client-ts";
import * as demo from "./demo.mjs";

test("oidc-client-ts logs in, refreshes and reads", async () => {
  const client = new OidcClient({
    authority: demo.issuer.href.replace(/\/$/, ""),
    client_id: demo.clientId,
    client_secret: demo.clientSecret,
    client_authentication: "client_secret_basic",
    redirect_uri: demo.redirectUri,
    scope: demo.scope,
    response_type: "code",
    loadUserInfo: true,
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  });
  const request = await client.createSigninRequest({ nonce: "n-0S6_WzA2Mj" });
  const callback = await demo.logIn(request.url);
  const tokens = await client.processSigninResponse(callback.href);
  assert.equal(tokens.profile.email !== undefined, true);
  await demo.readAccount(tokens.access_token, tokens.id_token);
  const refreshed = await client.useRefreshToken({
    state: {
      refresh_token: tokens.refresh_token,
      id_token: tokens.id_token,
      session_state: null,
      scope: tokens.scope ?? demo.scope,
      profile: tokens.profile,
      data: undefined,
    },
  });
  await demo.readAccount(refreshed.access_token, refreshed.id_token ?? tokens.id_token);
});
