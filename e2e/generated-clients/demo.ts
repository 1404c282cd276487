// The demo as both clients in TypeScript meet it: a login through the pages, and documents that it takes.

import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import * as demo from "../oidc-clients/demo.mjs";
import { required } from "./coverage.js";

export { account, api, clientId, clientSecret, issuer, logIn, redirectUri } from "../oidc-clients/demo.mjs";
export { receiver } from "../oidc-clients/receiver.mjs";

/** The person who administers C00001. */
export const administrator = { username: "petrov", password: "demo-petrov" };

/** The value of `Authorization` by which the demo's client authenticates. */
export const basic = `Basic ${Buffer.from(`${demo.clientId}:${demo.clientSecret}`).toString("base64")}`;

/** Without a trailing slash, as generated clients want it. */
export const base = (address: URL): string => address.href.replace(/\/$/, "");

/** The verifier of a login (PKCE), and the parameters of the request that begins it. */
export const beginLogin = () => {
  const verifier = randomBytes(32).toString("base64url");
  const parameters = {
    scope: demo.scope,
    client_id: demo.clientId,
    response_type: "code",
    redirect_uri: demo.redirectUri,
    state: randomBytes(16).toString("base64url"),
    nonce: randomBytes(16).toString("base64url"),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  return { verifier, parameters };
};

/** What `clientbank AREA sample` prints. */
export const sample = (area: "payroll" | "certificate"): string =>
  execFileSync(required("CLIENTBANK_PROGRAM"), [area, "sample"], { encoding: "utf8" });
