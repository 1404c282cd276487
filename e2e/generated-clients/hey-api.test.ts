// @hey-api/openapi-ts: every operation of the description, every kind of error, all of it typed, with the tokens that
// the description asks for put where it says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Coverage } from "./coverage.js";
import * as demo from "./demo.js";
import { createClient, createConfig } from "./generated/hey-api/client/index.js";
import * as sdk from "./generated/hey-api/sdk.gen.js";
import type {
  AccountsErrorBody,
  AgreementsForbiddenError,
  AgreementsGatewayError,
  Event,
  IdentityErrorBody,
  PayrollError,
  PayrollStatementRequest,
  TariffErrorBody,
  TreasuryErrorBody,
  WebhooksErrorBody,
  WebinarsErrorBody,
} from "./generated/hey-api/types.gen.js";

interface Errors {
  AccountsErrorBody: AccountsErrorBody;
  AgreementsForbiddenError: AgreementsForbiddenError;
  AgreementsGatewayError: AgreementsGatewayError;
  IdentityErrorBody: IdentityErrorBody;
  PayrollError: PayrollError;
  TariffErrorBody: TariffErrorBody;
  TreasuryErrorBody: TreasuryErrorBody;
  WebhooksErrorBody: WebhooksErrorBody;
  WebinarsErrorBody: WebinarsErrorBody;
  "text/html": string;
  "text/plain": string;
}

interface Tokens {
  access_token: string;
  id_token?: string;
}

const coverage = new Coverage();

const clientOf = (address: URL, tokens?: Tokens) =>
  createClient(
    createConfig({
      baseUrl: demo.base(address),
      fetch: coverage.fetch,
      auth: ({ scheme, type }) => {
        if (scheme === "basic") return `${demo.clientId}:${demo.clientSecret}`;
        return type === "apiKey" ? tokens?.id_token : tokens?.access_token;
      },
    }),
  );

/** The body of an answer that has to be a success. */
const ok = <Body>(answer: { data?: Body; error?: unknown; response?: Response }): NonNullable<Body> => {
  const { data, error, response } = answer;
  assert.ok(response?.ok, `${response?.url}: ${response?.status} ${JSON.stringify(error)}`);
  assert.ok(data !== undefined && data !== null);
  return data;
};

/** An error of the kind `name`, whose type is the one that the description gives to it. */
const read = <Name extends keyof Errors>(name: Name, error: Errors[Name] | undefined): Errors[Name] => {
  assert.ok(error, `${name} was not answered`);
  coverage.read(name);
  return error;
};

const client = clientOf(demo.issuer);

const logIn = async (who: { username?: string; password?: string } = {}) => {
  const { verifier, parameters } = demo.beginLogin();
  assert.match(ok(await sdk.startLogin({ client, query: parameters })), /name="username"/);
  ok(await sdk.startLoginByPost({ client, body: parameters }));
  const { authorization_endpoint } = ok(await sdk.getOpenidConfiguration({ client }));
  const callback = await demo.logIn(`${authorization_endpoint}?${new URLSearchParams(parameters)}`, who);
  const code = callback.searchParams.get("code");
  assert.ok(code);
  const { redirectUri } = demo;
  const form = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri } as const;
  const { refresh_token } = ok(await sdk.issueTokens({ client, body: form }));
  return ok(await sdk.issueTokens({ client, body: { grant_type: "refresh_token", refresh_token } }));
};

test("@hey-api/openapi-ts calls every operation and reads every kind of error", async (t) => {
  const tokens = await logIn();
  const person = clientOf(demo.issuer, tokens);
  const bank = clientOf(demo.api, tokens);

  await t.test("identity", async () => {
    assert.equal(ok(await sdk.getAuthorizationServerMetadata({ client })).issuer, demo.base(demo.issuer));
    assert.ok(ok(await sdk.getKeySet({ client })).keys.length > 0);
    const { sub } = ok(await sdk.getUserInfo({ client: person }));
    assert.equal(ok(await sdk.getUserInfoByPost({ client: person })).sub, sub);
    const state = ok(await sdk.introspectToken({ client, body: { token: tokens.access_token } }));
    assert.deepEqual([state.active, state.sub], [true, sub]);
    const refused = await sdk.issueTokens({
      client,
      body: { grant_type: "authorization_code", code: "wrong", code_verifier: "w".repeat(43), redirect_uri: demo.redirectUri },
    });
    assert.equal(read("IdentityErrorBody", refused.error).error, "invalid_grant");
    const query = { ...demo.beginLogin().parameters, client_id: "nobody" };
    const page = (await sdk.startLogin({ client, query })).error;
    assert.ok(typeof page === "string");
    assert.match(read("text/html", page), /<html/);
  });

  await t.test("accounts", async () => {
    assert.equal(ok(await sdk.listAccounts({ client: bank, query: { fields: ["Number", "Name"], limit: 2 } })).length, 2);
    const query = { fields: ["Number" as const, "Balance" as const] };
    const one = ok(await sdk.getAccount({ client: bank, path: { number: demo.account }, query }));
    assert.deepEqual([one.number, typeof one.balance], [demo.account, "number"]);
    const page = ok(await sdk.listOperations({ client: bank, path: { number: demo.account }, query: { limit: 1 } }));
    assert.deepEqual([page.number, page.operations.length, typeof page.operations[0]?.balance], [demo.account, 1, "number"]);
    const absent = await sdk.getAccount({ client: bank, path: { number: "40702810100000000099" }, query });
    const { status, message } = read("AccountsErrorBody", absent.error);
    assert.deepEqual([status, message], [404, "Account not found: GET /v1/accounts lists those that the user may see"]);
  });

  await t.test("payroll", async () => {
    const body = JSON.parse(demo.sample("payroll")) as PayrollStatementRequest;
    assert.equal(ok(await sdk.validateStatement({ client: bank, body })).valid, true);
    const { externalId } = ok(await sdk.createStatement({ client: bank, body }));
    const path = { externalId };
    assert.equal(ok(await sdk.getStatementStatus({ client: bank, path })).externalId, body.payload.externalId);
    const page = ok(await sdk.listStatementTransfers({ client: bank, path, query: { limit: 3 } }));
    assert.deepEqual([page.transfers.length, page.totalCount], [3, body.payload.transfersCount]);
    const refused = await sdk.getStatementStatus({ client: bank, path: { externalId: "unknown" } });
    assert.equal(read("PayrollError", refused.error).errors[0]?.code, "externalId");
  });

  await t.test("currency certificates", async () => {
    const sent = await sdk.importCurrencyTransactionCertificate({
      client: bank,
      body: demo.sample("certificate"),
      // Without it every body is JSON to this generator.
      bodySerializer: null,
    });
    // XML is a file to it.
    const id = /<taskId>(.*)<\/taskId>/.exec(await ok(sent).text())?.[1];
    assert.ok(id);
    const path = { id };
    const task = ok(await sdk.getCertificateTask({ client: bank, path }));
    assert.ok(typeof task !== "string" && task.taskId === id && task.certificates.length === 2);
    const report = ok(await sdk.getCertificateStatusReport({ client: bank, path }));
    assert.match(await report.text(), /auth\.027/);
    const absent = await sdk.getCertificateTask({ client: bank, path: { id: "019aa0b0-61e0-7d3c-9d2a-4f4bd2b5a6c1" } });
    assert.equal(read("text/plain", absent.error), "Not found, or not of the company of the tokens: look at the identifier");
  });

  await t.test("tariff requests", async () => {
    const cnum = "C00001";
    const body = { cnum, tariffPlan: "PRO" };
    assert.match(ok(await sdk.generateTariffRequest({ client: bank, body })).body, /<article/);
    const made = ok(await sdk.createTariffRequest({ client: bank, body }));
    assert.equal(made.state, "UNSIGNED");
    const path = { id: made.id, cnum };
    const list = ok(await sdk.listTariffRequests({ client: bank, path: { cnum }, query: { filter: "state==UNSIGNED" } }));
    assert.deepEqual(list.content.map(({ id }) => id), [made.id]);
    assert.equal(ok(await sdk.getTariffRequestBody({ client: bank, path })).body, made.body);
    const { documentUID } = ok(await sdk.getTariffRequestPreSign({ client: bank, path }));
    assert.equal(ok(await sdk.getTariffRequestBodyByDocument({ client: bank, path: { uid: documentUID, cnum } })).id, made.id);
    const pdf: Blob = ok(await sdk.downloadTariffRequest({ client: bank, path }));
    assert.equal((await pdf.text()).slice(0, 5), "%PDF-");
    assert.equal(ok(await sdk.getTariffRequestHistory({ client: bank, path })).states[0]?.state, "UNSIGNED");
    const future = { cnum: "C00002", id: 1 };
    assert.ok(ok(await sdk.correspondAboutFutureTariff({ client: bank, path: future })).mailId);
    assert.equal((await sdk.deleteTariffRequest({ client: bank, path })).response?.status, 200);
    const refused = await sdk.createTariffRequest({ client: bank, body: { cnum, tariffPlan: "ULTRA" } });
    assert.equal(read("TariffErrorBody", refused.error).code, "TARIFF_PLAN_NOT_FOUND");
  });

  await t.test("webinars", async () => {
    const id = ok(await sdk.getWebinars({ client: bank, query: { offset: 0, limit: 3 } })).content[0]?.id;
    assert.ok(id);
    assert.equal(ok(await sdk.getWebinarById({ client: bank, path: { id } })).id, id);
    const absent = await sdk.getWebinarById({ client: bank, path: { id: "2032-01-next-decade" } });
    assert.equal(read("WebinarsErrorBody", absent.error).error, "CNT-106");
  });

  await t.test("treasury", async () => {
    assert.equal(ok(await sdk.getUserEligibleCompanies({ client: bank })).companies.length, 2);
    assert.equal(ok(await sdk.getEligibleCompanies({ client: bank, query: { inn: "7707123458" } })).totalCount, 2);
    const refused = await sdk.getEligibleCompanies({ client: bank, query: { inn: "1" } });
    assert.equal(read("TreasuryErrorBody", refused.error).code, "BAD_REQUEST");
  });

  await t.test("agreements", async () => {
    const query = { cnums: ["C00001"] };
    const { agreements } = ok(await sdk.getAgreements({ client: bank, query }));
    assert.deepEqual(ok(await sdk.getAgreementsDeprecated({ client: bank, query })).agreements, agreements);
    const id = agreements[0]?.id;
    assert.ok(id);
    assert.equal(ok(await sdk.getAgreementById({ client: bank, path: { id }, query })).id, id);
    assert.equal(ok(await sdk.getAgreementByIdDeprecated({ client: bank, path: { id }, query })).id, id);
    const foreign = (await sdk.getAgreements({ client: bank, query: { cnums: ["C00003"] } })).error;
    assert.ok(foreign && "errors" in foreign);
    assert.equal(read("AgreementsForbiddenError", foreign).errors[0]?.code, "AuthorizationError");
    const unknown = (await sdk.getAgreements({ client: clientOf(demo.api), query })).error;
    assert.ok(unknown && "message" in unknown);
    assert.equal(read("AgreementsGatewayError", unknown).http_status_code, 401);
  });

  await t.test("events and webhooks", async () => {
    const administrator = clientOf(demo.api, await logIn(demo.administrator));
    const bank = { client: administrator };
    const first = ok(await sdk.listEvents({ ...bank, query: { limit: 1 } }));
    assert.equal(first.events.length, 1);
    ok(await sdk.listEvents({ ...bank, query: { after: first.nextCursor } }));
    const receiver = await demo.receiver();
    const made = ok(await sdk.createWebhook({ ...bank, body: { url: receiver.url, types: ["webinar.published"] } }));
    const path = { id: made.webhook.id };
    assert.ok(ok(await sdk.listWebhooks(bank)).webhooks.some(({ id }) => id === path.id));
    const body = { url: receiver.url, types: ["letter.received"] };
    assert.deepEqual(ok(await sdk.updateWebhook({ ...bank, path, body })).types, body.types);
    assert.notEqual(ok(await sdk.replaceWebhookSecret({ ...bank, path })).secret, made.secret);
    const { eventId } = ok(await sdk.sendTestEvent({ ...bank, path }));
    assert.ok(eventId);
    const delivery = JSON.parse((await receiver.next()).body) as Event;
    assert.deepEqual([delivery.id, delivery.type], [eventId, "webhook.test"]);
    const { deliveries } = ok(await sdk.listDeliveries({ ...bank, path }));
    assert.deepEqual(deliveries.map((one) => one.eventId), [eventId]);
    assert.equal(ok(await sdk.redeliverEvents({ ...bank, path, body: { eventId } })).events, 1);
    assert.equal((await receiver.next()).headers["webhook-id"], eventId);
    const one = { ...path, event_id: eventId };
    assert.equal(ok(await sdk.getDelivery({ ...bank, path: one })).event?.id, eventId);
    assert.equal(ok(await sdk.switchOffWebhook({ ...bank, path })).state, "OFF");
    assert.equal(ok(await sdk.switchOnWebhook({ ...bank, path })).state, "ON");
    assert.equal(ok(await sdk.getWebhook({ ...bank, path })).clientId, demo.clientId);
    assert.equal((await sdk.deleteWebhook({ ...bank, path })).response?.status, 204);
    assert.equal(read("WebhooksErrorBody", (await sdk.getWebhook({ ...bank, path })).error).code, "NOT_FOUND");
    receiver.close();
  });

  await t.test("the end", async () => {
    const body = { id_token_hint: tokens.id_token };
    await sdk.endSession({ client, query: body });
    await sdk.endSessionByPost({ client, body });
    const revoked = await sdk.revokeToken({ client, body: { token: tokens.refresh_token } });
    assert.equal(revoked.response?.status, 200);
  });

  coverage.assertComplete();
});
