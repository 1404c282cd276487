// Wages paid by people in the online bank, without a line of code of their own.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { IVANOVA, PETROV, data, enter, launch } from "./bank.mjs";
import { TO_SIGN, confirm, csv, goodTransfers, make, reaches, register, sign } from "./payroll.mjs";

const FAULTS = 300;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("onl_03_a_register_of_1c_is_executed_by_two_signers", async () => {
  const first = await enter(browser, IVANOVA);
  const address = await make(first, { name: "zarplata.xml", text: register(goodTransfers(3)) });
  // Nobody reloads: the page follows the statement.
  await reaches(first, ...TO_SIGN);
  await sign(first, IVANOVA.password);
  await reaches(first, "Подписана частично");
  const second = await enter(browser, PETROV);
  await second.goto(new URL(address, second.url()).href);
  await sign(second, PETROV.password);
  await reaches(second, "Исполнена");
});

test("onl_03_several_statements_are_signed_by_one_confirmation", async () => {
  const first = await enter(browser, IVANOVA);
  const addresses = [];
  for (const count of [2, 4]) {
    addresses.push(await make(first, { name: "zarplata.csv", text: csv(goodTransfers(count).transfers) }));
    await reaches(first, ...TO_SIGN);
  }
  const people = [[first, IVANOVA.password, "Подписана частично"], [await enter(browser, PETROV), PETROV.password, "Исполнена"]];
  for (const [page, password, badge] of people) {
    await page.goto(new URL("/bank/payroll", page.url()).href);
    for (const address of addresses) await page.check(`input[name=id][value='${address.split("/").pop()}']`);
    await page.click("form[action='/bank/payroll/sign'] button");
    assert.equal(await page.locator("form:has([name=answer]) input[name=statement]").count(), 2);
    await confirm(page, password);
    await page.locator("[name=answer]").waitFor({ state: "detached" });
    for (const address of addresses) {
      await page.goto(new URL(address, page.url()).href);
      await reaches(page, badge);
    }
  }
});

test("onl_03_three_hundred_faults_are_corrected_by_one_file", async () => {
  const page = await enter(browser, IVANOVA);
  const { transfers } = goodTransfers(FAULTS);
  const wrong = transfers.map((transfer) => ({ ...transfer, lastName: "" }));
  const address = await make(page, { name: "zarplata.csv", text: csv(wrong) });
  await reaches(page, "Ошибки");
  const faulty = await page.context().request.get(new URL(`${address}/faulty.csv`, page.url()).href);
  const [head, ...rows] = (await faulty.text()).replace(/^\uFEFF/, "").trim().split("\r\n").map((line) => line.split(";"));
  const at = head.findIndex((name) => name.replaceAll('"', "") === "Фамилия" || name === "lastName");
  assert.equal(rows.length, FAULTS);
  const corrected = rows.map((cells, row) => cells.with(at, transfers[row].lastName));
  const text = [head, ...corrected].map((cells) => cells.join(";")).join("\r\n");
  await page.click("a[href$='/corrections']");
  await page.setInputFiles("#file", { name: "faulty.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.click("form[enctype='multipart/form-data'] button[type=submit]");
  await page.waitForURL((url) => url.pathname === address);
  await reaches(page, ...TO_SIGN);
});

test("onl_05_a_statement_is_signed_with_a_key_that_stays_in_the_browser", async () => {
  const page = await enter(browser, IVANOVA);
  const sent = [];
  page.on("request", (request) => sent.push(request.postData() ?? ""));
  const address = await make(page, { name: "zarplata.csv", text: csv(goodTransfers(3).transfers) });
  await reaches(page, ...TO_SIGN);
  await page.goto(new URL(`${address}/sign`, page.url()).href);
  await page.click("details:has([data-signing]) > summary");
  const own = join(data, "demo-keys", "ivanova-C00001-FIRST");
  // Another one's key first: the bank refuses what it signs, and nothing changes.
  await page.setInputFiles("#signing-key", join(data, "demo-keys", "ivanova-C00001-FIRST-unregistered.key"));
  await page.setInputFiles("#signing-certificate", join(data, "demo-keys", "ivanova-C00001-FIRST-unregistered.crt"));
  await page.click("[data-part=sign]");
  await page.waitForFunction(() => document.getElementById("cms").value !== "");
  await page.click("form:has(#cms) button[type=submit]");
  await page.locator("#cms-fault").waitFor();
  await page.setInputFiles("#signing-key", `${own}.key`);
  await page.setInputFiles("#signing-certificate", `${own}.crt`);
  const before = await page.inputValue("#cms");
  await page.click("[data-part=sign]");
  await page.waitForFunction((old) => !["", old].includes(document.getElementById("cms").value), before);
  await page.click("form:has(#cms) button[type=submit]");
  await page.waitForURL((url) => url.pathname === address);
  await reaches(page, "Подписана частично");
  const secret = (await readFile(`${own}.key`, "utf8")).split("\n")[1];
  assert.ok(secret.length > 20 && sent.every((body) => !body.includes(secret)), "the key has left the browser");
});
