// Each page that links lead to: sound HTML, no violation that axe-core finds, small, in both languages and themes, on phones and
// desktops.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AUDITOR, IVANOVA, PETROV, enter, launch } from "./bank.mjs";
import { crawl } from "./crawl.mjs";
import { LOOKS, NuChecker, unsound, violations } from "./judges.mjs";

/** The HTML of a page, and the style sheet and the script that all pages share. */
const PAGE_BYTES_MAX = 64 * 1024;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Bytes of what a page brings along beside its HTML, as they were sent. */
async function assetBytes(page) {
  const addresses = await page.$$eval("link[rel=stylesheet], link[rel=icon], script[src]", (found) =>
    found.map((element) => element.href || element.src));
  let bytes = 0;
  for (const address of new Set(addresses)) {
    const answer = await page.context().request.get(address);
    bytes += Number(answer.headers()["content-length"] ?? (await answer.body()).length);
  }
  return bytes;
}

const people = [
  { name: "ivanova", person: IVANOVA, locale: "ru-RU", looks: LOOKS },
  { name: "petrov", person: PETROV, locale: "en-GB", looks: [LOOKS[0], LOOKS[3]] },
  { name: "auditor", person: AUDITOR, locale: "en-GB", looks: [LOOKS[1], LOOKS[2]] },
];
for (const { name, person, locale, looks } of people) {
  test(`onl_08_each_page_of_${name}_in_${locale}_is_sound_accessible_and_small`, async () => {
    const page = await enter(browser, person, { locale });
    const assets = await assetBytes(page);
    const nu = new NuChecker();
    const wrong = [];
    let largest = 0;
    const pages = await crawl(page, async (address, answer, text) => {
      const told = `${address} (${answer.status()})`;
      // Help leads everybody to a letter; a person who may write none is told so.
      const isRefused = person === AUDITOR && answer.status() === 403 && new URL(address).pathname === "/bank/letters/new";
      if (answer.status() !== 200 && !isRefused) wrong.push(`${told}: a link leads to an error`);
      for (const fault of await unsound(text)) wrong.push(`${told}: ${fault}`);
      for (const fault of await violations(page, looks)) wrong.push(`${told}: ${fault}`);
      await nu.keep(address, text);
      const bytes = assets + Buffer.byteLength(text);
      largest = Math.max(largest, bytes);
      if (bytes > PAGE_BYTES_MAX) wrong.push(`${told}: ${bytes} bytes with everything`);
    });
    wrong.push(...await nu.judge());
    console.log(`${name} ${locale}: ${pages} pages, the largest ${largest} bytes with everything (${assets} of them shared)`);
    assert.deepEqual(wrong, []);
    assert.ok(pages > 10, `${pages} pages`);
    await page.context().close();
  });
}
