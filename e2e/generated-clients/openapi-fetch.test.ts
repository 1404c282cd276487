// openapi-typescript and openapi-fetch: every operation of the description, every kind of error, all of it typed.

import assert from "node:assert/strict";
import { test } from "node:test";
import createClient from "openapi-fetch";
import { Coverage } from "./coverage.js";
import * as demo from "./demo.js";
import type { components, paths } from "./generated/openapi-typescript.js";

type Schemas = components["schemas"];

const coverage = new Coverage();
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const clientOf = (address: URL, headers: Record<string, string> = {}) =>
  createClient<paths>({ baseUrl: demo.base(address), fetch: coverage.fetch, headers });
const browser = clientOf(demo.issuer);
const software = clientOf(demo.issuer, { Authorization: demo.basic });
const stranger = clientOf(demo.api);

/** The body of an answer that has to be a success. */
const ok = <Body>(answer: { data?: Body; error?: unknown; response: Response }): NonNullable<Body> => {
  assert.ok(answer.response.ok, `${answer.response.url}: ${answer.response.status} ${JSON.stringify(answer.error)}`);
  assert.ok(answer.data !== undefined && answer.data !== null);
  return answer.data;
};

/** An error of the kind `name`, whose type is the one that the description gives to it. */
const read = <Name extends keyof Schemas>(name: Name, error: Schemas[Name] | undefined): Schemas[Name] => {
  assert.ok(error, `${String(name)} was not answered`);
  coverage.read(name);
  return error;
};

const logIn = async (who: { username?: string; password?: string } = {}) => {
  const { verifier, parameters } = demo.beginLogin();
  const page = ok(await browser.GET("/authorize", { params: { query: parameters }, parseAs: "text" }));
  assert.match(page, /name="username"/);
  ok(await browser.POST("/authorize", { body: parameters, headers: FORM, parseAs: "text" }));
  const { authorization_endpoint } = ok(await browser.GET("/.well-known/openid-configuration"));
  const callback = await demo.logIn(`${authorization_endpoint}?${new URLSearchParams(parameters)}`, who);
  const code = callback.searchParams.get("code");
  assert.ok(code);
  const form = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: demo.redirectUri } as const;
  const first = ok(await software.POST("/token", { body: form, headers: FORM }));
  const refresh = { grant_type: "refresh_token", refresh_token: first.refresh_token } as const;
  return ok(await software.POST("/token", { body: refresh, headers: FORM }));
};

test("openapi-fetch calls every operation and reads every kind of error", async (t) => {
  const tokens = await logIn();
  const idToken = tokens.id_token;
  assert.ok(idToken);
  const person = clientOf(demo.issuer, { Authorization: `Bearer ${tokens.access_token}` });
  const bank = clientOf(demo.api, { Authorization: `Bearer ${tokens.access_token}`, "Id-Token": idToken });

  await t.test("identity", async () => {
    const discovery = ok(await browser.GET("/.well-known/oauth-authorization-server"));
    assert.equal(discovery.issuer, demo.base(demo.issuer));
    assert.ok(ok(await browser.GET("/jwks")).keys.length > 0);
    const { sub } = ok(await person.GET("/userinfo"));
    assert.equal(ok(await person.POST("/userinfo")).sub, sub);
    const state = ok(await software.POST("/introspect", { body: { token: tokens.access_token }, headers: FORM }));
    assert.deepEqual([state.active, state.sub], [true, sub]);
    const wrong = { grant_type: "authorization_code", code: "wrong", code_verifier: "w".repeat(43), redirect_uri: demo.redirectUri } as const;
    const refused = await software.POST("/token", { body: wrong, headers: FORM });
    const { error, error_description } = read("IdentityErrorBody", refused.error);
    assert.equal(error, "invalid_grant");
    assert.ok(error_description.length > 0);
    const query = { ...demo.beginLogin().parameters, client_id: "nobody" };
    const page = (await browser.GET("/authorize", { params: { query }, parseAs: "text" })).error;
    assert.ok(typeof page === "string" && page.includes("<html"));
    coverage.read("text/html");
  });

  await t.test("accounts", async () => {
    const accounts = ok(await bank.GET("/v1/accounts", { params: { query: { fields: ["Number", "Name"], limit: 2 } } }));
    assert.equal(accounts.length, 2);
    const query = { fields: ["Number" as const, "Balance" as const] };
    const one = ok(await bank.GET("/v1/accounts/{number}", { params: { path: { number: demo.account }, query } }));
    assert.deepEqual([one.number, typeof one.balance], [demo.account, "number"]);
    const newest = { path: { number: demo.account }, query: { limit: 1 } };
    const page = ok(await bank.GET("/v1/accounts/{number}/operations", { params: newest }));
    assert.deepEqual([page.number, page.operations.length, typeof page.operations[0]?.balance], [demo.account, 1, "number"]);
    const absent = { path: { number: "40702810100000000099" }, query };
    const error = read("AccountsErrorBody", (await bank.GET("/v1/accounts/{number}", { params: absent })).error);
    assert.deepEqual([error.status, error.message], [404, "Account not found: GET /v1/accounts lists those that the user may see"]);
  });

  await t.test("payroll", async () => {
    const body = JSON.parse(demo.sample("payroll")) as Schemas["PayrollStatementRequest"];
    assert.equal(ok(await bank.POST("/v1/statements:validate", { body })).valid, true);
    const { externalId } = ok(await bank.POST("/v1/statements", { body }));
    assert.equal(externalId, body.payload.externalId);
    const path = { externalId };
    assert.equal(ok(await bank.GET("/v1/statements/{externalId}", { params: { path } })).externalId, externalId);
    const page = ok(await bank.GET("/v1/statements/{externalId}/transfers", { params: { path, query: { limit: 3 } } }));
    assert.deepEqual([page.transfers.length, page.totalCount], [3, body.payload.transfersCount]);
    const refused = await bank.GET("/v1/statements/{externalId}", { params: { path: { externalId: "unknown" } } });
    assert.equal(read("PayrollError", refused.error).errors[0]?.code, "externalId");
  });

  await t.test("currency certificates", async () => {
    const sent = await bank.POST("/v1/iso20022/currency-transaction-certificate", {
      body: demo.sample("certificate"),
      bodySerializer: (document) => document,
      headers: { "Content-Type": "application/xml" },
      parseAs: "text",
    });
    const id = /<taskId>(.*)<\/taskId>/.exec(ok(sent))?.[1];
    assert.ok(id);
    const task = ok(await bank.GET("/v1/iso20022/tasks/{id}", { params: { path: { id } } }));
    assert.ok(typeof task !== "string" && task.taskId === id && task.certificates.length === 2);
    const report = await bank.GET("/v1/iso20022/tasks/{id}/status-report", { params: { path: { id } }, parseAs: "text" });
    assert.match(ok(report), /auth\.027/);
    const absent = { params: { path: { id: "019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1" } } };
    const error: string | undefined = (await bank.GET("/v1/iso20022/tasks/{id}", absent)).error;
    assert.equal(error, "Not found, or not of the company of the tokens: look at the identifier");
    coverage.read("text/plain");
  });

  await t.test("tariff requests", async () => {
    const cnum = "C00001";
    const params = { cnum, tariffPlan: "PRO" };
    assert.match(ok(await bank.POST("/v1/ctcm/request/generate", { body: params })).body, /<article/);
    const made = ok(await bank.POST("/v1/ctcm/request/create", { body: params }));
    assert.equal(made.state, "UNSIGNED");
    const path = { id: made.id, cnum };
    const list = ok(await bank.GET("/v1/ctcm/request/client/{cnum}/list", { params: { path: { cnum }, query: { filter: "state==UNSIGNED" } } }));
    assert.deepEqual(list.content.map(({ id }) => id), [made.id]);
    assert.equal(ok(await bank.GET("/v1/ctcm/request/{id}/client/{cnum}/body", { params: { path } })).body, made.body);
    const signing = ok(await bank.GET("/v1/ctcm/request/{id}/client/{cnum}/pre-sign", { params: { path } }));
    const byDocument = { params: { path: { uid: signing.documentUID, cnum } } };
    assert.equal(ok(await bank.GET("/v1/ctcm/request/dvr/{uid}/client/{cnum}/body", byDocument)).id, made.id);
    const pdf = ok(await bank.GET("/v1/ctcm/request/{id}/client/{cnum}/download", { params: { path }, parseAs: "arrayBuffer" }));
    assert.equal(Buffer.from(pdf).subarray(0, 5).toString(), "%PDF-");
    const history = ok(await bank.GET("/v1/ctcm/request/{id}/client/{cnum}/state/history", { params: { path } }));
    assert.equal(history.states[0]?.state, "UNSIGNED");
    const future = { params: { path: { cnum: "C00002", id: 1 } } };
    assert.ok(ok(await bank.POST("/v1/ctcm/correspond/client/{cnum}/correspond/future/{id}", future)).mailId);
    const deleted = await bank.DELETE("/v1/ctcm/request/{id}/client/{cnum}", { params: { path } });
    assert.equal(deleted.response.status, 200);
    const refused = await bank.POST("/v1/ctcm/request/create", { body: { cnum, tariffPlan: "ULTRA" } });
    assert.equal(read("TariffErrorBody", refused.error).code, "TARIFF_PLAN_NOT_FOUND");
  });

  await t.test("webinars", async () => {
    const page = ok(await bank.GET("/v2/contents/webinars", { params: { query: { offset: 0, limit: 3 } } }));
    const id = page.content[0]?.id;
    assert.ok(id);
    assert.equal(ok(await bank.GET("/v2/contents/webinars/{id}", { params: { path: { id } } })).id, id);
    const absent = { params: { path: { id: "2032-01-next-decade" } } };
    assert.equal(read("WebinarsErrorBody", (await bank.GET("/v2/contents/webinars/{id}", absent)).error).error, "CNT-106");
  });

  await t.test("treasury", async () => {
    assert.equal(ok(await bank.GET("/v1/connections/users/eligible-companies")).companies.length, 2);
    const ofGroup = { params: { query: { inn: "7707123458" } } };
    assert.equal(ok(await bank.GET("/v1/connections/eligible-companies", ofGroup)).totalCount, 2);
    const refused = await bank.GET("/v1/connections/eligible-companies", { params: { query: { inn: "1" } } });
    assert.equal(read("TreasuryErrorBody", refused.error).code, "BAD_REQUEST");
  });

  await t.test("agreements", async () => {
    const query = { cnums: ["C00001"] };
    const { agreements } = ok(await bank.GET("/trade-finance/v1/agreements", { params: { query } }));
    assert.deepEqual(ok(await bank.GET("/ui/v1/agreements", { params: { query } })).agreements, agreements);
    const id = agreements[0]?.id;
    assert.ok(id);
    assert.equal(ok(await bank.GET("/trade-finance/v1/agreements/{id}", { params: { path: { id }, query } })).id, id);
    assert.equal(ok(await bank.GET("/ui/v1/agreements/{id}", { params: { path: { id }, query } })).id, id);
    const foreign = (await bank.GET("/trade-finance/v1/agreements", { params: { query: { cnums: ["C00003"] } } })).error;
    assert.ok(foreign && "errors" in foreign);
    assert.equal(read("AgreementsForbiddenError", foreign).errors[0]?.code, "AuthorizationError");
    const unknown = (await stranger.GET("/trade-finance/v1/agreements", { params: { query } })).error;
    assert.ok(unknown && "message" in unknown);
    assert.equal(read("AgreementsGatewayError", unknown).http_status_code, 401);
  });

  await t.test("events and webhooks", async () => {
    const { access_token, id_token } = await logIn(demo.administrator);
    const bank = clientOf(demo.api, { Authorization: `Bearer ${access_token}`, "Id-Token": id_token ?? "" });
    const first = ok(await bank.GET("/v1/events", { params: { query: { limit: 1 } } }));
    assert.equal(first.events.length, 1);
    ok(await bank.GET("/v1/events", { params: { query: { after: first.nextCursor } } }));
    const receiver = await demo.receiver();
    const made = ok(await bank.POST("/v1/webhooks", { body: { url: receiver.url, types: ["webinar.published"] } }));
    const path = { id: made.webhook.id };
    assert.ok(ok(await bank.GET("/v1/webhooks")).webhooks.some(({ id }) => id === path.id));
    const body = { url: receiver.url, types: ["letter.received"] };
    assert.deepEqual(ok(await bank.PUT("/v1/webhooks/{id}", { params: { path }, body })).types, body.types);
    assert.notEqual(ok(await bank.POST("/v1/webhooks/{id}/secret", { params: { path } })).secret, made.secret);
    const { eventId } = ok(await bank.POST("/v1/webhooks/{id}/test", { params: { path } }));
    assert.ok(eventId);
    const delivery = JSON.parse((await receiver.next()).body) as Schemas["Event"];
    assert.deepEqual([delivery.id, delivery.type], [eventId, "webhook.test"]);
    const { deliveries } = ok(await bank.GET("/v1/webhooks/{id}/deliveries", { params: { path } }));
    assert.deepEqual(deliveries.map((one) => one.eventId), [eventId]);
    const again = ok(await bank.POST("/v1/webhooks/{id}/redeliveries", { params: { path }, body: { eventId } }));
    assert.equal(again.events, 1);
    assert.equal((await receiver.next()).headers["webhook-id"], eventId);
    const one = { params: { path: { ...path, event_id: eventId } } };
    assert.equal(ok(await bank.GET("/v1/webhooks/{id}/deliveries/{event_id}", one)).event?.id, eventId);
    assert.equal(ok(await bank.POST("/v1/webhooks/{id}/off", { params: { path } })).state, "OFF");
    assert.equal(ok(await bank.POST("/v1/webhooks/{id}/on", { params: { path } })).state, "ON");
    assert.equal(ok(await bank.GET("/v1/webhooks/{id}", { params: { path } })).clientId, demo.clientId);
    const deleted = await bank.DELETE("/v1/webhooks/{id}", { params: { path } });
    assert.equal(deleted.response.status, 204);
    const absent = await bank.GET("/v1/webhooks/{id}", { params: { path } });
    assert.equal(read("WebhooksErrorBody", absent.error).code, "NOT_FOUND");
    receiver.close();
  });

  await t.test("the end", async () => {
    const hint = { id_token_hint: idToken };
    await browser.GET("/logout", { params: { query: hint }, parseAs: "text" });
    await browser.POST("/logout", { body: hint, headers: FORM, parseAs: "text" });
    const revoked = await software.POST("/revoke", { body: { token: tokens.refresh_token }, headers: FORM });
    assert.equal(revoked.response.status, 200);
  });

  coverage.assertComplete();
});
