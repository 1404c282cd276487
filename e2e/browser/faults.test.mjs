// Pages that say no: sound and accessible like all others, inside the frame, with the input kept.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { IVANOVA, PETROV, bank, enter, launch } from "./bank.mjs";
import { crawl } from "./crawl.mjs";
import { LOOKS, NuChecker, unsound, violations } from "./judges.mjs";

const NARROW_AND_DARK = [LOOKS[1]];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

async function faultsOf(page, told, text) {
  const wrong = [];
  for (const fault of await unsound(text)) wrong.push(`${told}: ${fault}`);
  for (const fault of await violations(page, NARROW_AND_DARK)) wrong.push(`${told}: ${fault}`);
  return wrong;
}

for (const [name, person, locale] of [["ivanova", IVANOVA, "ru-RU"], ["petrov", PETROV, "en-GB"]]) {
  test(`onl_08_every_form_that_${name}_sends_empty_in_${locale}_says_so_inside_the_frame`, async () => {
    const page = await enter(browser, person, { locale });
    const forms = new Map();
    await crawl(page, async (address) => {
      const actions = await page.$$eval("main form[method=post]", (found) => found
        .filter((form) => form.querySelector("input:not([type=hidden]):not([type=radio]):not([type=checkbox]):not([type=date])[required], textarea[required]"))
        .map((form) => form.getAttribute("action")));
      for (const action of actions) {
        const kind = action.replaceAll(/[0-9a-f-]{20,}|[0-9]+/g, "*");
        if (!forms.has(kind)) forms.set(kind, { address, action });
      }
    });
    const wrong = [];
    const nu = new NuChecker();
    for (const [kind, { address, action }] of forms) {
      await page.goto(address);
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await page.$eval(`main form[action='${action}']`, (form) => {
        // A browser may be older than the marks that keep it from sending.
        for (const field of form.querySelectorAll("input:not([type=hidden]):not([type=radio]):not([type=checkbox]), textarea")) field.value = "";
        form.submit();
      });
      const answer = await answered;
      await page.waitForLoadState();
      const told = `${kind} (${answer.status()})`;
      if (answer.status() < 400 || answer.status() >= 500) {
        wrong.push(`${told}: an empty form is no client error`);
        continue;
      }
      const text = await answer.text();
      await nu.keep(told, text);
      wrong.push(...await faultsOf(page, told, text));
      if (await page.locator("nav.menu").count() === 0) wrong.push(`${told}: outside of the frame`);
      if (await page.locator("[role=alert], [aria-invalid=true]").count() === 0) wrong.push(`${told}: says nothing`);
    }
    wrong.push(...await nu.judge());
    console.log(`${name} ${locale}: ${forms.size} forms`);
    assert.deepEqual(wrong, []);
    assert.ok(forms.size > 0);
  });
}

test("onl_08_what_is_not_there_is_told_inside_the_frame", async () => {
  for (const locale of ["ru-RU", "en-GB"]) {
    const page = await enter(browser, IVANOVA, { locale });
    const wrong = [];
    for (const path of ["/bank/nothing", "/bank/payroll/unknown", "/bank/accounts/40702810100000000099", "/bank/letters/1"]) {
      const answer = await page.goto(new URL(path, bank).href);
      assert.equal(answer.status(), 404, path);
      wrong.push(...await faultsOf(page, `${path} ${locale}`, await answer.text()));
      if (await page.locator("nav.menu").count() === 0) wrong.push(`${path}: outside of the frame`);
    }
    assert.deepEqual(wrong, []);
  }
});

test("onl_08_a_login_that_fails_says_so_and_keeps_the_name", async () => {
  for (const locale of ["ru-RU", "en-GB"]) {
    const page = await (await browser.newContext({ locale })).newPage();
    await page.goto(new URL("/bank", bank).href);
    assert.deepEqual(await faultsOf(page, "login", await page.content()), []);
    await page.fill("[name=username]", "nobody");
    await page.fill("[name=password]", "wrong");
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.click("main button[type=submit]");
    const answer = await answered;
    await page.waitForLoadState();
    assert.deepEqual(await faultsOf(page, "refused login", await answer.text()), []);
    assert.equal(await page.inputValue("[name=username]"), "nobody");
    assert.ok(await page.locator("[role=alert]").count() > 0);
  }
});
