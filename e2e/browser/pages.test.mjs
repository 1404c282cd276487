// Each page that links lead to, and each that says no: sound HTML, no violation that axe-core finds, small, in both languages and
// themes, on phones and desktops. A page that says no stays inside the frame.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AUDITOR, IVANOVA, PETROV, bank, enter, launch } from "./bank.mjs";
import { crawl, sideBySide } from "./crawl.mjs";
import { LOOKS, NuChecker, unsound, violations } from "./judges.mjs";

/** The HTML of a page, and the style sheet and the script that all pages share. */
const PAGE_BYTES_MAX = 64 * 1024;
const NARROW_AND_DARK = [LOOKS[1]];
// What a form asks for as text, or must have.
const TYPED = "input:not([type=hidden]):not([type=radio]):not([type=checkbox])";

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

async function faultsOf(page, told, text, looks) {
  const [markup, shown] = await Promise.all([unsound(text), violations(page, looks)]);
  return [...markup, ...shown].map((fault) => `${told}: ${fault}`);
}

const PEOPLE = {
  ivanova: { person: IVANOVA, locale: "ru-RU", looks: LOOKS },
  petrov: { person: PETROV, locale: "en-GB", looks: [LOOKS[0], LOOKS[3]] },
  auditor: { person: AUDITOR, locale: "en-GB", looks: [LOOKS[1], LOOKS[2]] },
};

/** Looks at every page of a person, and notes the forms that ask for something. */
async function walk({ person, locale, looks }) {
  const first = await enter(browser, person, { locale });
  const context = first.context();
  const assets = await assetBytes(first);
  const [nu, wrong, forms] = [new NuChecker(), [], new Map()];
  let largest = 0;
  const pages = await crawl(context, async (tab, address, answer, text) => {
    const told = `${address} (${answer.status()})`;
    // Help leads everybody to a letter; a person who may write none is told so.
    const isRefused = person === AUDITOR && answer.status() === 403 && new URL(address).pathname === "/bank/letters/new";
    if (answer.status() !== 200 && !isRefused) wrong.push(`${told}: a link leads to an error`);
    const bytes = assets + Buffer.byteLength(text);
    largest = Math.max(largest, bytes);
    if (bytes > PAGE_BYTES_MAX) wrong.push(`${told}: ${bytes} bytes with everything`);
    const actions = await tab.$$eval("main form[method=post]", (found, typed) => found
      .filter((form) => form.querySelector(`:is(${typed}):not([type=date])[required], textarea[required]`))
      .map((form) => form.getAttribute("action")), TYPED);
    for (const action of actions) {
      const kind = action.replaceAll(/[0-9a-f-]{20,}|[0-9]+/g, "*");
      if (!forms.has(kind)) forms.set(kind, { kind, address, action });
    }
    await nu.keep(told, text);
    wrong.push(...await faultsOf(tab, told, text, looks));
  });
  wrong.push(...await nu.judge());
  return { context, pages, wrong, forms: [...forms.values()], told: `${pages} pages, the largest ${largest} bytes with everything (${assets} of them shared)` };
}

// One walk serves the tests of its person.
const walks = new Map();
const walked = (name) => {
  if (!walks.has(name)) walks.set(name, walk(PEOPLE[name]));
  return walks.get(name);
};

for (const name of Object.keys(PEOPLE)) {
  test(`onl_08_each_page_of_${name}_in_${PEOPLE[name].locale}_is_sound_accessible_and_small`, async () => {
    const { pages, wrong, told } = await walked(name);
    console.log(`${name}: ${told}`);
    assert.deepEqual(wrong, []);
    assert.ok(pages > 10, `${pages} pages`);
  });
}

for (const name of ["ivanova", "petrov"]) {
  test(`onl_08_every_form_that_${name}_sends_empty_in_${PEOPLE[name].locale}_says_so_inside_the_frame`, async () => {
    const { context, forms } = await walked(name);
    const [nu, wrong, count] = [new NuChecker(), [], forms.length];
    await sideBySide(context, [...forms], async (page, { kind, address, action }) => {
      await page.goto(address);
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await page.$eval(`main form[action='${action}']`, (form, typed) => {
        // A browser may be older than the marks that keep it from sending.
        for (const field of form.querySelectorAll(`${typed}, textarea`)) field.value = "";
        form.submit();
      }, TYPED);
      const answer = await answered;
      await page.waitForLoadState();
      const told = `${kind} (${answer.status()})`;
      if (answer.status() < 400 || answer.status() >= 500) {
        wrong.push(`${told}: an empty form is no client error`);
        return;
      }
      const text = await answer.text();
      await nu.keep(told, text);
      wrong.push(...await faultsOf(page, told, text, NARROW_AND_DARK));
      if (await page.locator("nav.menu").count() === 0) wrong.push(`${told}: outside of the frame`);
      if (await page.locator("[role=alert], [aria-invalid=true]").count() === 0) wrong.push(`${told}: says nothing`);
    });
    wrong.push(...await nu.judge());
    console.log(`${name}: ${count} forms`);
    assert.deepEqual(wrong, []);
    assert.ok(count > 0);
  });
}

test("onl_08_what_is_not_there_is_told_inside_the_frame", async () => {
  for (const locale of ["ru-RU", "en-GB"]) {
    const page = await enter(browser, IVANOVA, { locale });
    const wrong = [];
    for (const path of ["/bank/nothing", "/bank/payroll/unknown", "/bank/accounts/40702810100000000099", "/bank/letters/1"]) {
      const answer = await page.goto(new URL(path, bank).href);
      assert.equal(answer.status(), 404, path);
      wrong.push(...await faultsOf(page, `${path} ${locale}`, await answer.text(), NARROW_AND_DARK));
      if (await page.locator("nav.menu").count() === 0) wrong.push(`${path}: outside of the frame`);
    }
    assert.deepEqual(wrong, []);
  }
});

test("onl_08_a_login_that_fails_says_so_and_keeps_the_name", async () => {
  for (const locale of ["ru-RU", "en-GB"]) {
    const page = await (await browser.newContext({ locale })).newPage();
    await page.goto(new URL("/bank", bank).href);
    assert.deepEqual(await faultsOf(page, "login", await page.content(), LOOKS), []);
    await page.fill("[name=username]", "nobody");
    await page.fill("[name=password]", "wrong");
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.click("main button[type=submit]");
    const answer = await answered;
    await page.waitForLoadState();
    assert.deepEqual(await faultsOf(page, "refused login", await answer.text(), LOOKS), []);
    assert.equal(await page.inputValue("[name=username]"), "nobody");
    assert.ok(await page.locator("[role=alert]").count() > 0);
  }
});
