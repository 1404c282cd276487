// Signing certificates: requested and registered with keys that stay in the browser, used, revoked, refused.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { IVANOVA, bank, data, enter, launch } from "./bank.mjs";
import { TO_SIGN, csv, goodTransfers, make, reaches, signInBrowser } from "./payroll.mjs";

const ROOM = "/bank/signature";
const KEY_PASSWORD = "горный велосипед";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A person who signs, and everything that the browser sends. */
async function person() {
  const page = await enter(browser, IVANOVA);
  const sent = [];
  page.on("request", (request) => sent.push(request.postDataBuffer()?.toString("latin1") ?? ""));
  return { page, sent };
}

async function statement(page) {
  const address = await make(page, { name: "zarplata.csv", text: csv(goodTransfers(2).transfers) });
  await reaches(page, ...TO_SIGN);
  return address;
}

/** Serial numbers of the certificates that are listed with this badge. */
const listed = (page, badge) =>
  page.locator("section:has(#own) tbody tr", { has: page.locator(".badge", { hasText: badge }) }).locator(".mono").allTextContents();

/** Fetches the only certificate of `serials` as a file, and revokes it. */
async function revoke(page, serial) {
  const row = page.locator("section:has(#own) tbody tr", { hasText: serial });
  const downloading = page.waitForEvent("download");
  await row.locator("a[download]").click();
  const certificate = await readFile(await (await downloading).path());
  await row.locator("a[href$='/revoke']").click();
  await page.fill("#answer", "wrong");
  await page.click("form:has(#answer) button[type=submit]");
  await page.locator("#answer-fault").waitFor();
  await page.fill("#answer", IVANOVA.password);
  await page.click("form:has(#answer) button[type=submit]");
  await page.waitForURL((url) => url.pathname === ROOM);
  assert.equal((await listed(page, "Отозван")).includes(serial), true);
  return certificate;
}

/** Signs with a certificate that counts no more: neither the browser nor the bank takes it. */
async function assertRefused(page, key) {
  const address = await statement(page);
  await page.goto(new URL(`${address}/sign`, bank).href);
  // Among the certificates that the bank hands out it is not.
  assert.equal(await signInBrowser(page, { ...key, certificate: undefined }), "bad");
  assert.equal(await page.inputValue("#cms"), "");
  assert.equal(await signInBrowser(page, key), "good");
  await page.click("form:has(#cms) button[type=submit]");
  await page.locator("#cms-fault").waitFor();
  await page.goto(new URL(address, bank).href);
  await reaches(page, ...TO_SIGN);
}

test("onl_05_a_certificate_requested_in_the_browser_signs_until_it_is_revoked", async () => {
  const { page, sent } = await person();
  await page.goto(new URL(ROOM, bank).href);
  const before = await listed(page, "Действует");
  await page.click(`a[href='${ROOM}/request']`);
  await page.fill("#new-key-password", KEY_PASSWORD);
  await page.fill("#new-key-again", "другой пароль");
  await page.click("[data-part=make]");
  await page.locator("[data-said].bad").waitFor();
  await page.fill("#new-key-again", KEY_PASSWORD);
  const downloading = page.waitForEvent("download");
  await page.click("[data-part=make]");
  const download = await downloading;
  assert.equal(download.suggestedFilename(), "signing.key");
  const key = await readFile(await download.path());
  assert.match(key.toString(), /^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/);
  assert.match(await page.inputValue("#request"), /^-----BEGIN CERTIFICATE REQUEST-----\n/);
  await page.fill("#answer", IVANOVA.password);
  await page.click("form:has(#request) button[type=submit]");
  // The authority of the demo issues at once.
  await page.waitForURL((url) => url.pathname === ROOM);
  const added = (await listed(page, "Действует")).filter((serial) => !before.includes(serial));
  assert.equal(added.length, 1);

  const address = await statement(page);
  await page.goto(new URL(`${address}/sign`, bank).href);
  assert.equal(await signInBrowser(page, { key, password: "не тот пароль" }), "bad");
  assert.equal(await signInBrowser(page, { key, password: KEY_PASSWORD }), "good");
  await page.click("form:has(#cms) button[type=submit]");
  await page.waitForURL((url) => url.pathname === address);
  await reaches(page, "Подписана частично");

  await page.goto(new URL(ROOM, bank).href);
  const certificate = await revoke(page, added[0]);
  await assertRefused(page, { key, password: KEY_PASSWORD, certificate });
  const secret = key.toString().split("\n")[1];
  assert.ok(secret.length > 20 && sent.every((body) => !body.includes(secret)), "the key has left the browser");
  assert.ok(sent.every((body) => !body.includes(encodeURIComponent(KEY_PASSWORD).replaceAll("%20", "+"))), "its password has");
});

test("onl_05_a_certificate_is_registered_with_proof_of_its_key_and_signs_until_it_is_revoked", async () => {
  const { page, sent } = await person();
  const own = join(data, "demo-keys", "ivanova-C00001-FIRST-unregistered");
  const [key, certificate] = await Promise.all([readFile(`${own}.key`), readFile(`${own}.crt`)]);
  await page.goto(new URL(ROOM, bank).href);
  const before = await listed(page, "Действует");
  await page.click(`a[href='${ROOM}/register']`);
  await page.setInputFiles("[data-read-into=certificate]", { name: "own.crt", mimeType: "text/plain", buffer: certificate });
  await page.waitForFunction(() => document.getElementById("certificate").value !== "");
  await page.click("form:has(#certificate) button[type=submit]");
  await page.locator("#cms").waitFor();
  // The key of another certificate proves nothing.
  const other = await readFile(join(data, "demo-keys", "petrov-C00001-SECOND.key"));
  assert.equal(await signInBrowser(page, { key: other }), "bad");
  assert.equal(await signInBrowser(page, { key }), "good");
  await page.fill("#answer", IVANOVA.password);
  await page.click("form:has(#cms) button[type=submit]");
  await page.waitForURL((url) => url.pathname === ROOM);
  const added = (await listed(page, "Действует")).filter((serial) => !before.includes(serial));
  assert.equal(added.length, 1);

  const address = await statement(page);
  await page.goto(new URL(`${address}/sign`, bank).href);
  assert.equal(await signInBrowser(page, { key }), "good");
  await page.click("form:has(#cms) button[type=submit]");
  await page.waitForURL((url) => url.pathname === address);
  await reaches(page, "Подписана частично");

  await page.goto(new URL(ROOM, bank).href);
  assert.equal((await revoke(page, added[0])).toString().trim(), certificate.toString().trim());
  await assertRefused(page, { key, certificate });
  const secret = key.toString().split("\n")[1];
  assert.ok(secret.length > 20 && sent.every((body) => !body.includes(secret)), "the key has left the browser");
});
