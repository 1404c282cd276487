// What the online bank is for, with JavaScript switched off: every journey ends where it ends with it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { IVANOVA, PETROV, SIDOROV, bank, enter, fillInLogin, launch, program } from "./bank.mjs";
import { TO_SIGN, badge, confirm, csv, goodTransfers, make, sign } from "./payroll.mjs";

const OFF = { javaScriptEnabled: false };
/** Times that somebody reloads a page who waits for something. */
const LOOKS_MAX = 200;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const open = (page, path) => page.goto(new URL(path, bank).href);

/** Reloads the page of a statement until it shows one of these badges. */
async function becomes(page, ...badges) {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    if (badges.includes((await badge(page).textContent()).trim())) return;
    await page.reload();
  }
  assert.fail(`${page.url()} has become ${await badge(page).textContent()}`);
}

/** Makes a statement of these transfers, and waits until it has been checked. */
async function statement(page, transfers, ...badges) {
  const address = await make(page, { name: "zarplata.csv", text: csv(transfers) });
  await becomes(page, ...badges);
  return address;
}

test("onl_08_without_javascript_a_person_logs_in_changes_language_and_company_and_logs_out", async () => {
  const page = await enter(browser, IVANOVA, OFF);
  assert.equal(await page.locator("[data-passkey]").count(), 0);
  await page.click(".languages [value=en]");
  assert.equal(await page.getAttribute("html", "lang"), "en");
  await page.click(".menu-company");
  await page.check("[name=cnum][value=C00002]", { force: true });
  await page.click("main button[type=submit]");
  await page.waitForURL((url) => url.pathname === "/bank");
  assert.match(await page.textContent(".menu-name"), /Vasilek/);
  await page.click(".log-out");
  assert.equal(await page.locator("[data-passkey]").isVisible(), false);
  await page.locator("form[action='/login/passkey'] .hint").waitFor();
});

test("onl_08_without_javascript_a_statement_is_corrected_by_form_and_by_file_and_signed_by_two", async () => {
  const first = await enter(browser, IVANOVA, OFF);
  const { transfers } = goodTransfers(4);
  const nameless = transfers.map((transfer) => ({ ...transfer, lastName: "" }));
  const address = await statement(first, nameless, "Ошибки");
  // One by its form, which leads to the next.
  await first.click("a[href$='/transfers/1']");
  await first.getByLabel("Фамилия").fill(transfers[0].lastName);
  assert.equal(await first.getByLabel("Фамилия").getAttribute("aria-invalid"), "true");
  await first.click("button[name=then]");
  await first.waitForURL((url) => url.pathname.endsWith("/transfers/2"));
  // The others by a file.
  await open(first, address);
  await becomes(first, "Ошибки");
  const faulty = await first.context().request.get(new URL(`${address}/faulty.csv`, bank).href);
  const [head, ...rows] = (await faulty.text()).replace(/^\uFEFF/, "").trim().split("\r\n").map((line) => line.split(";"));
  const at = head.findIndex((name) => name.replaceAll('"', "") === "Фамилия" || name === "lastName");
  assert.equal(rows.length, 3);
  const text = [head, ...rows.map((cells) => cells.with(at, "Соколова"))].map((cells) => cells.join(";")).join("\r\n");
  await open(first, `${address}/corrections`);
  await first.setInputFiles("#file", { name: "faulty.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await first.click("form[enctype='multipart/form-data'] button[type=submit]");
  await becomes(first, ...TO_SIGN);
  await sign(first, IVANOVA.password);
  await becomes(first, "Подписана частично");
  const second = await enter(browser, PETROV, OFF);
  await open(second, address);
  await sign(second, PETROV.password);
  await becomes(second, "Исполнена");
});

test("onl_08_without_javascript_several_statements_are_signed_at_once", async () => {
  const page = await enter(browser, IVANOVA, OFF);
  const addresses = [];
  for (const count of [2, 3]) addresses.push(await statement(page, goodTransfers(count).transfers, ...TO_SIGN));
  await open(page, "/bank/payroll");
  for (const address of addresses) await page.check(`input[name=id][value='${address.split("/").pop()}']`);
  await page.click("form[action='/bank/payroll/sign'] button");
  await confirm(page, IVANOVA.password);
  await page.locator("[name=answer]").waitFor({ state: "detached" });
  for (const address of addresses) {
    await open(page, address);
    await becomes(page, "Подписана частично");
  }
});

test("onl_08_without_javascript_operations_are_found_and_downloaded", async () => {
  const page = await enter(browser, IVANOVA, OFF);
  await open(page, "/bank/accounts/40702810600000000001/operations");
  await page.fill("#from", "");
  await page.fill("#search", "Ведомость");
  await page.click("form.filters button[type=submit]");
  const found = await page.locator("table tbody tr").count();
  assert.ok(found > 0 && await page.locator("tbody tr:not(:has-text('Ведомость'))").count() === 0);
  const downloading = page.waitForEvent("download");
  await page.click("details.more > summary");
  await page.click("a[download][href*='format=csv']");
  assert.match((await downloading).suggestedFilename(), /\.csv$/);
});

test("onl_08_without_javascript_a_letter_with_a_file_is_written_and_answered", async () => {
  const page = await enter(browser, IVANOVA, OFF);
  await open(page, "/bank/letters/new");
  await page.fill("#subject", "Справка об оборотах");
  await page.fill("#body", "Прошу подготовить справку.");
  await page.setInputFiles("#file", { name: "Реквизиты.txt", mimeType: "text/plain", buffer: Buffer.from("Реквизиты для справки") });
  await page.click("form[action='/bank/letters/new'] button[type=submit]");
  await page.waitForURL((url) => /^\/bank\/letters\/[^/]+$/.test(url.pathname) && !url.pathname.endsWith("/new"));
  const downloading = page.waitForEvent("download");
  await page.click("ul.files a");
  assert.equal((await downloading).suggestedFilename(), "Реквизиты.txt");
  await page.fill("#body", "И за прошлый год тоже.");
  await page.click("form[action$='/answer'] button[type=submit]");
  await page.waitForLoadState();
  assert.equal(await page.locator("main article").count(), 2);
});

test("onl_08_without_javascript_a_tariff_request_is_signed", async () => {
  const page = await enter(browser, SIDOROV, OFF);
  await open(page, "/bank/tariffs");
  await page.locator("tbody tr", { hasText: "Не подписан" }).locator("a.row-link").click();
  await page.fill("#answer", SIDOROV.password);
  await page.click("form[action$='/sign'] button[type=submit]");
  await page.locator("section[aria-labelledby=signatures] li").waitFor();
});

test("onl_08_without_javascript_a_currency_certificate_is_sent", async () => {
  const page = await enter(browser, IVANOVA, OFF);
  const message = execFileSync(program, ["certificate", "sample"], { encoding: "utf8" });
  await open(page, "/bank/certificates/new");
  await page.fill("#document", message.replace("</Document>", ""));
  await page.click("form[action='/bank/certificates'] button[type=submit]");
  await page.locator("[role=alert]").first().waitFor();
  await page.fill("#document", message);
  await page.click("form[action='/bank/certificates'] button[type=submit]");
  await page.waitForURL((url) => /^\/bank\/certificates\/.+/.test(url.pathname));
});

test("onl_08_without_javascript_software_is_registered_and_switched_off", async () => {
  const page = await enter(browser, PETROV, OFF);
  await open(page, "/bank/integrations");
  await page.click("details:has(#register-name) > summary");
  await page.fill("#register-name", "Склад");
  await page.fill("#register-uris", "https://erp.romashka.example/callback");
  await page.fill("#register-answer", PETROV.password);
  await page.click("form[action='/bank/integrations'] button[type=submit]");
  assert.ok((await page.textContent("#client-secret")).trim().length > 20);
  await page.click(`main a.button[href^='/bank/integrations/']`);
  await page.click("form[action$='/off'] button[type=submit]");
  // What ends the work of software is asked once more, without a script too.
  await page.locator("[name=sure]").waitFor({ state: "attached" });
  await page.click("form[action$='/off'] button[type=submit]");
  await page.locator("section[aria-labelledby=switch] form[action$='/on']").waitFor();
});

test("onl_08_without_javascript_a_person_is_invited_and_joins_with_a_second_factor", async () => {
  const page = await enter(browser, PETROV, OFF);
  await open(page, "/bank/invitations");
  await page.fill("#name", "Соколова Анна");
  await page.fill("#login", "sokolova");
  await page.fill("#invite-answer", PETROV.password);
  await page.click("form[action='/bank/invitations'] button[type=submit]");
  const link = (await page.textContent("#invitation-link")).trim();
  const guest = await (await browser.newContext({ locale: "ru-RU", ...OFF })).newPage();
  await guest.goto(link);
  await guest.fill("#password", "синий чайник у окна");
  await guest.fill("#repeated", "синий чайник у окна");
  await guest.click("form:has(#password) button[type=submit]");
  const secret = (await guest.textContent("[aria-labelledby=secret-label]")).replaceAll(/\s/g, "");
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
  await guest.fill("#code", totp.generate());
  await guest.click("form:has(#code) button[type=submit]");
  assert.equal(await guest.locator("ol.codes li").count(), 10);
  await open(guest, "/bank");
  await fillInLogin(guest, { username: "sokolova", password: "синий чайник у окна" });
  // The code that set the factor is spent; the next one counts already.
  await guest.fill("#code", totp.generate({ timestamp: Date.now() + 30_000 }));
  await guest.click("form:has(#code) button[type=submit]");
  await guest.waitForURL((url) => url.pathname === "/bank");
});

test("onl_08_without_javascript_the_password_is_changed", async () => {
  const page = await enter(browser, SIDOROV, OFF);
  await open(page, "/bank/security/password");
  await page.fill("#present", SIDOROV.password);
  for (const field of ["#new", "#repeated"]) await page.fill(field, "новый пароль Сидорова");
  await page.click("form[action='/bank/security/password'] button[type=submit]");
  await page.locator("[role=status]").first().waitFor();
  await page.click(".log-out");
  await open(page, "/bank");
  await fillInLogin(page, { ...SIDOROV, password: "новый пароль Сидорова" });
  await page.waitForURL((url) => url.pathname === "/bank");
});
