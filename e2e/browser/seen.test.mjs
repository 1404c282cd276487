// What a person sees at a glance, on every page that links lead to: no word that a line cuts in two, nothing hidden that shows,
// nothing that scrolls sideways, in windows of a phone, a tablet and desktops.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { IVANOVA, PETROV, bank, enter, launch } from "./bank.mjs";
import { crawl } from "./crawl.mjs";
import { csv, goodTransfers, make } from "./payroll.mjs";
import { WIDTHS, eyesores } from "./seen.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Makes a webhook whose addresses are long, and an event for it. */
async function makeWebhook(page) {
  await page.goto(new URL("/bank/webhooks", bank).href);
  await page.locator("summary").first().click();
  await page.fill("[name=address]", `https://erp.example/${"events-of-the-online-bank/".repeat(6)}`);
  await page.check("[name=types] >> nth=0");
  await page.fill("[name=answer]", PETROV.password);
  await page.locator("form[action='/bank/webhooks'] button[type=submit]").click();
  await page.waitForLoadState();
  await page.goto(new URL("/bank/webhooks", bank).href);
  await page.locator(".table a").first().click();
  await page.locator("form[action$='/test'] button").click();
  await page.waitForLoadState();
}

/** Makes a statement with a name and an account that have no end. */
async function makeStatement(page) {
  const { transfers } = goodTransfers(2);
  const endless = transfers.map((transfer) => ({ ...transfer, lastName: "Щ".repeat(120), account: "4".repeat(50) }));
  await make(page, { name: "endless.csv", text: csv(endless) });
}

for (const [name, person, locale] of [["ivanova", IVANOVA, "ru-RU"], ["petrov", PETROV, "en-GB"]]) {
  test(`online_bank_06_pages_of_${name}_in_${locale}_break_no_word_and_scroll_nowhere_sideways`, async () => {
    const first = await enter(browser, person, { locale });
    const context = first.context();
    await (person === PETROV ? makeWebhook(first) : makeStatement(first));
    const wrong = [];
    const pages = await crawl(context, async (tab, address) => {
      wrong.push(...(await eyesores(tab)).map((fault) => `${address} ${fault}`));
    });
    console.log(`${name}: ${pages} pages in ${WIDTHS.length} windows`);
    assert.deepEqual(wrong, []);
    assert.ok(pages > 10, `${pages} pages`);
  });
}
