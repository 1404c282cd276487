// Payroll in the browser, step by step, as an accountant goes.

import { execFileSync } from "node:child_process";
import { program } from "./bank.mjs";

/** Transfers that the bank of the demo accepts. */
export const goodTransfers = (count) =>
  JSON.parse(execFileSync(program, ["payroll", "sample", "--transfers", String(count)], { encoding: "utf8" })).payload;

const ROW = [
  ["Номер", "orderNumber"], ["Фамилия", "lastName"], ["Имя", "firstName"], ["Отчество", "middleName"], ["Счёт", "account"],
  ["Сумма", "amount"],
];

/** The transfers as a CSV file with Russian heads. */
export const csv = (transfers) =>
  [ROW.map(([head]) => head), ...transfers.map((transfer) => ROW.map(([, name]) => transfer[name] ?? ""))]
    .map((cells) => cells.join(";")).join("\r\n");

/** The transfers as the salary register that 1C writes for a bank. */
export function register({ account, transfers }) {
  const total = transfers.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const people = transfers.map(({ orderNumber, lastName, firstName, middleName, account: own, amount }) =>
    `<Сотрудник Нпп="${orderNumber}"><Фамилия>${lastName}</Фамилия><Имя>${firstName}</Имя><Отчество>${middleName}</Отчество>`
    + `<ЛицевойСчет>${own}</ЛицевойСчет><Сумма>${amount.toFixed(2)}</Сумма><КодВалюты>643</КодВалюты></Сотрудник>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<СчетаПК xmlns="http://v8.1c.ru/edi/edi_stnd/109" РасчетныйСчетОрганизации="${account}"><ЗачислениеЗарплаты>${people.join("\n")}
</ЗачислениеЗарплаты><ВидЗачисления>01</ВидЗачисления><КодВидаДохода>1</КодВидаДохода><КонтрольныеСуммы>
<КоличествоЗаписей>${transfers.length}</КоличествоЗаписей><СуммаИтого>${(total / 100).toFixed(2)}</СуммаИтого></КонтрольныеСуммы></СчетаПК>`;
}

/** Uploads a file and makes the list that it holds into a statement; returns the address of the statement. */
export async function make(page, { name, text }) {
  await page.goto(new URL("/bank/payroll/new", page.url()).href);
  await page.setInputFiles("#file", { name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
  await page.click("form[action='/bank/payroll/new'] button[type=submit]");
  await page.waitForURL(/\/bank\/payroll\/rolls\//);
  await page.click("section[aria-labelledby=make] button[type=submit]");
  await page.waitForURL((url) => /^\/bank\/payroll\/[^/]+$/.test(url.pathname));
  return new URL(page.url()).pathname;
}

/** What the badge of a statement to sign says, as pieces of a regular expression: the same wages twice on one day are a warning. */
export const TO_SIGN = ["На подпись", "На подпись, есть замечания", "На подпись, [0-9]+\\sзамечани[еяй]"];

/** The state of the statement that the page shows. */
export const badge = (page) => page.locator("h1 + .lead .badge");

/** Waits until the page of a statement, which follows it by itself, shows one of these badges. */
export const reaches = (page, ...badges) =>
  badge(page).filter({ hasText: new RegExp(`^(${badges.join("|")})$`) }).waitFor();

/** Confirms with the password what the form at hand asks. */
export async function confirm(page, password) {
  await page.fill("[name=answer]", password);
  await page.click("form:has([name=answer]) button[type=submit]");
}

/** Signs the statement that the page shows. */
export async function sign(page, password) {
  await page.click(".actions a[href$='/sign']");
  await confirm(page, password);
  await page.waitForURL((url) => !url.pathname.endsWith("/sign"));
}

/**
 * Lets the script of a page sign with the file of a key, and returns how it ended: "good" or "bad". Without a certificate the
 * script looks for it among those that the bank hands out.
 */
export async function signInBrowser(page, { key, password = "", certificate }) {
  const file = (name, buffer) => (buffer ? { name, mimeType: "application/octet-stream", buffer } : []);
  const closed = page.locator("details:not([open]):has([data-signing]) > summary");
  if (await closed.count() > 0) await closed.click();
  await page.setInputFiles("#signing-key", file("signing.key", key));
  await page.fill("#signing-password", password);
  await page.setInputFiles("#signing-certificate", file("certificate.pem", certificate));
  await page.click("[data-signing] [data-part=sign]");
  const said = page.locator("[data-signing] [data-said].good, [data-signing] [data-said].bad");
  await said.waitFor();
  return (await said.getAttribute("class")).split(" ").pop();
}
