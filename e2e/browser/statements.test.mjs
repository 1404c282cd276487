// The statement of an account as files, read by other programs: camt.053 by xmllint against its schema, the text for 1C and
// CSV by their formats. All three tell of the same money.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { IVANOVA, bank, enter, launch } from "./bank.mjs";

const ACCOUNT = "40702810600000000001";
const SCHEMA = fileURLToPath(new URL("../../crates/iso20022/schemas/camt.053.001.08.xsd", import.meta.url));

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Downloads a file of the period that the page shows. */
async function download(page, format) {
  const downloading = page.waitForEvent("download");
  await page.click(`a[download][href*='format=${format}&'], a[download][href$='format=${format}']`);
  const file = await (await downloading).path();
  return { file, bytes: await readFile(file) };
}

/** Kopecks of `1234.56` or `1234,56`. */
const kopecks = (text) => {
  const [, sign, roubles, rest] = text.trim().match(/^(-?)([0-9]+)[.,]([0-9]{2})$/);
  return BigInt(`${sign}${roubles}${rest}`);
};

/** Asks xmllint for what `path` selects in a document of one namespace. */
const select = (file, path) =>
  execFileSync("xmllint", ["--xpath", path.replaceAll(/\/([A-Z][A-Za-z]*)/g, "/*[local-name()='$1']"), file], { encoding: "utf8" })
    .trim();

/** Reads the values of each section of a text for 1C. */
function sections(text) {
  const found = { head: {} };
  let current = found.head;
  for (const line of text.split(/\r?\n/)) {
    const [name, ...value] = line.split("=");
    if (name === "СекцияРасчСчет") current = found.balance = {};
    else if (name === "СекцияДокумент") (found.documents ??= []).push(current = { kind: value.join("=") });
    else if (value.length > 0) current[name] = value.join("=");
  }
  return found;
}

test("onl_01_a_statement_of_an_account_is_read_by_other_programs", async () => {
  const page = await enter(browser, IVANOVA);
  await page.goto(new URL(`/bank/accounts/${ACCOUNT}`, bank).href);
  await page.click(`a[href^='/bank/accounts/${ACCOUNT}/operations']`);
  // The whole life of the account.
  await page.fill("#from", "");
  await page.fill("#to", "");
  await page.click("form.filters button[type=submit]");
  await page.waitForURL((url) => url.searchParams.get("from") === "");

  await page.click("details.more > summary");
  const camt = await download(page, "camt.053");
  execFileSync("xmllint", ["--noout", "--nonet", "--schema", SCHEMA, camt.file], { stdio: "pipe" });
  // Today is not over, so it has no closing balance yet.
  const balance = (code) => kopecks(select(camt.file, `string(//Stmt/Bal[./Tp/CdOrPrtry/Cd='${code}']/Amt)`));
  const sums = (sign) => execFileSync("xmllint", ["--xpath", `//*[local-name()='Ntry'][*[local-name()='CdtDbtInd']='${sign}']/*[local-name()='Amt']/text()`, camt.file], { encoding: "utf8" })
    .trim().split(/\s+/).map(kopecks);
  const total = (list) => list.reduce((sum, one) => sum + one, 0n);
  const [credits, debits] = [sums("CRDT"), sums("DBIT")];
  const told = { opening: balance("OPBD"), income: total(credits), expense: total(debits), closing: balance("ITBD"), count: credits.length + debits.length };
  assert.equal(told.opening + told.income - told.expense, told.closing);
  assert.equal(select(camt.file, "string(//Stmt/Acct/Id/Othr/Id)"), ACCOUNT);

  for (const [format, encoding] of [["1c", "windows-1251"], ["1c-utf-8", "utf-8"]]) {
    const text = new TextDecoder(encoding, { fatal: true }).decode((await download(page, format)).bytes);
    assert.ok(text.startsWith("1CClientBankExchange\r\n") && text.trimEnd().endsWith("КонецФайла"), format);
    const { head, balance: own, documents } = sections(text);
    assert.deepEqual([head["ВерсияФормата"], own["РасчСчет"], documents.length], ["1.03", ACCOUNT, told.count]);
    assert.deepEqual(
      ["НачальныйОстаток", "ВсегоПоступило", "ВсегоСписано", "КонечныйОстаток"].map((name) => kopecks(own[name])),
      [told.opening, told.income, told.expense, told.closing],
    );
    assert.equal(total(documents.map((one) => kopecks(one["Сумма"]))), told.income + told.expense);
  }

  const csv = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode((await download(page, "csv")).bytes);
  assert.equal(csv[0], "\uFEFF", "a table calculation knows UTF-8 by its mark");
  const [head, ...rows] = csv.slice(1).trim().split("\r\n").map((line) => line.split(";").map((cell) => cell.replaceAll('"', "")));
  const column = (name) => rows.map((cells) => cells[head.indexOf(name)]).filter((cell) => cell !== "").map(kopecks);
  assert.deepEqual([rows.length, total(column("Поступление")), total(column("Списание"))], [told.count, told.income, told.expense]);

  const pdf = await download(page, "pdf");
  assert.equal(pdf.bytes.subarray(0, 5).toString(), "%PDF-");
});
