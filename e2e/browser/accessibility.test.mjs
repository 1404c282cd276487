// WCAG 2.2 AA as far as it can be measured beside axe-core (docs/ACCESSIBILITY.md): focus, borders, spaces, keyboard, help, time,
// entry, passwords.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { IVANOVA, PETROV, bank, enter, launch } from "./bank.mjs";
import { crawl } from "./crawl.mjs";
import { measured } from "./measure.mjs";
import { TO_SIGN, badge, csv, goodTransfers, make, reaches } from "./payroll.mjs";

const LOOKS = [{ width: 1280, colorScheme: "light" }, { width: 320, colorScheme: "dark" }];
/** Presses of a key after which somebody gives up. */
const PRESSES_MAX = 150;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const open = (page, path) => page.goto(new URL(path, bank).href);

for (const [name, person, locale] of [["ivanova", IVANOVA, "ru-RU"], ["petrov", PETROV, "en-GB"]]) {
  test(`onl_08_focus_borders_and_spaces_of_each_page_of_${name}_in_${locale}_hold`, async () => {
    const first = await enter(browser, person, { locale });
    const [wrong, titles] = [[], new Map()];
    let places = 0;
    const pages = await crawl(first.context(), async (tab, address) => {
      const page = await measured(tab, LOOKS);
      places += page.places;
      wrong.push(...page.wrong.map((fault) => `${address} ${fault}`));
      // Help is always the same link at the same place (3.2.6); a title says what the page is (2.4.2).
      const help = await tab.$$eval("a[href='/bank/help']", (links) => links.map((link) => link.parentElement.parentElement.tagName));
      if (help.at(-1) !== "FOOTER") wrong.push(`${address}: help is not at the foot`);
      const [title, headings] = [await tab.title(), await tab.locator("h1").allTextContents()];
      if (headings.length !== 1 || title === "") wrong.push(`${address}: ${headings.length} headings`);
      titles.set(title, headings[0]);
    });
    console.log(`${name}: ${pages} pages, ${places} times somebody stepped on something`);
    assert.deepEqual(wrong, []);
    assert.ok(pages > 10 && places > 500, `${pages} pages, ${places} places`);
  });
}

/** Presses Tab until `selector` has the focus, as somebody without a mouse does. */
async function tabTo(page, selector) {
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no key leads to ${selector}`);
}

test("onl_08_a_statement_is_signed_by_keyboard_alone", async () => {
  const other = await enter(browser, IVANOVA);
  const address = await make(other, { name: "zarplata.csv", text: csv(goodTransfers(2).transfers) });
  await reaches(other, ...TO_SIGN);

  const page = await (await browser.newContext({ locale: "ru-RU" })).newPage();
  await open(page, "/bank");
  await tabTo(page, "[name=username]");
  await page.keyboard.type(IVANOVA.username);
  await tabTo(page, "[name=password]");
  await page.keyboard.type(IVANOVA.password);
  await page.keyboard.press("Enter");
  await page.locator("[name=cnum]").first().waitFor();
  await tabTo(page, "[name=cnum]");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await page.locator("nav.menu").waitFor();
  // The first key leads past the menu (2.4.1).
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("href")), "#content");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => document.activeElement.closest("main") !== null), "the next key is inside");
  await tabTo(page, "nav.menu a[href='/bank/payroll']");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/bank/payroll");
  await tabTo(page, `a[href='${address}']`);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === address);
  await tabTo(page, ".actions a[href$='/sign']");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === `${address}/sign`);
  await tabTo(page, "[name=answer]");
  await page.keyboard.type(IVANOVA.password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === address);
  await reaches(page, "Подписана частично");
});

test("onl_08_no_key_is_caught_on_the_way_round_a_page", async () => {
  const page = await enter(browser, IVANOVA);
  await open(page, "/bank/payroll/new");
  const steps = [];
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    await page.keyboard.press("Tab");
    const step = await page.evaluate(() => (document.activeElement === document.body ? null : document.activeElement.outerHTML));
    if (step === null || steps.length > 1 && step === steps[0]) break;
    steps.push(step);
  }
  assert.ok(steps.length > 20 && steps.length < PRESSES_MAX, `${steps.length} steps`);
});

test("onl_08_a_state_that_changes_is_said_and_leaves_the_focus_alone", async () => {
  const page = await enter(browser, IVANOVA);
  const address = await make(page, { name: "zarplata.csv", text: csv(goodTransfers(2).transfers) });
  await reaches(page, ...TO_SIGN);
  // The same person in another window signs; the statement that is looked at is made to be one that moves.
  await page.route((url) => url.pathname === address, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('id="statement"', 'id="statement" data-live="1"');
    await route.fulfill({ response: answer, body });
  });
  await page.goto(new URL(address, bank).href);
  await page.focus("form[action$='/copy'] button");
  const other = await page.context().newPage();
  await other.goto(new URL(`${address}/sign`, bank).href);
  await other.fill("[name=answer]", IVANOVA.password);
  await other.click("form:has([name=answer]) button[type=submit]");
  await reaches(page, "Подписана частично");
  await page.locator("[role=status][data-status-region]", { hasText: "Подписана частично" }).waitFor({ state: "attached" });
  assert.ok(await page.evaluate(() => document.activeElement.matches("form[action$='/copy'] button")), "the focus is where it was");
  assert.equal(await badge(page).textContent(), "Подписана частично");
});

test("onl_08_the_end_of_a_session_is_told_and_put_off", async () => {
  const page = await enter(browser, IVANOVA);
  const address = await page.getAttribute("[data-session-address]", "data-session-address");
  // Two minutes are left, says the server; asked to go on, it answers for itself.
  const isQuestion = (request) => request.method() === "GET";
  await page.route((url) => url.pathname === address, async (route) => {
    if (!isQuestion(route.request())) { await route.continue(); return; }
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), left_s: 100 } });
  });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const notice = page.locator("[aria-live=assertive] [data-session-part=soon]");
  await notice.waitFor();
  await page.unroute((url) => url.pathname === address);
  await page.unrouteAll();
  await notice.locator("button").click();
  await notice.waitFor({ state: "hidden" });
});

test("onl_08_what_was_typed_is_not_asked_again", async () => {
  const page = await enter(browser, PETROV, { locale: "en-GB" });
  for (const { path, form, typed, faulty } of [
    { path: "/bank/letters/new", form: "/bank/letters/new", typed: { subject: "Turnover" }, faulty: { body: " " } },
    { path: "/bank/integrations", form: "/bank/integrations", typed: { name: "Stock", redirect_uris: "https://erp.example/callback" }, faulty: { answer: "wrong" } },
    { path: "/bank/invitations", form: "/bank/invitations", typed: { name: "Anna Sokolova", login: "sokolova" }, faulty: { answer: "wrong" } },
  ]) {
    await open(page, path);
    const own = page.locator(`form[action='${form}'][method=post]`);
    await page.$$eval("details", (all) => { for (const one of all) one.open = true; });
    for (const [name, value] of Object.entries({ ...typed, ...faulty })) await own.locator(`[name=${name}]`).fill(value);
    await Promise.all([page.waitForResponse((answer) => answer.request().method() === "POST"), own.locator("button[type=submit]").click()]);
    await page.locator("[aria-invalid=true]").first().waitFor();
    for (const [name, value] of Object.entries(typed)) assert.equal(await own.locator(`[name=${name}]`).inputValue(), value, `${path} ${name}`);
    // The fault names its field, and the field its fault (3.3.1).
    const described = await page.locator("[aria-invalid=true]").first().getAttribute("aria-describedby");
    assert.ok((described ?? "").split(" ").length > 0 && await page.locator(`#${described.split(" ").at(-1)}`).textContent() !== "");
  }
});

test("onl_08_a_login_asks_for_nothing_that_cannot_be_pasted_or_filled_in", async () => {
  const context = await browser.newContext({ locale: "en-GB", permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  await open(page, "/bank");
  assert.equal(await page.getAttribute("#username", "autocomplete"), "username");
  assert.equal(await page.getAttribute("#password", "autocomplete"), "current-password");
  for (const field of ["#username", "#password"]) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), `pasted into ${field}`);
    await page.focus(field);
    await page.keyboard.press("Control+V");
    assert.equal(await page.inputValue(field), `pasted into ${field}`);
  }
  // What is typed can be seen.
  await page.click("[data-reveal=password]");
  assert.equal(await page.getAttribute("#password", "type"), "text");
});

test("onl_08_nothing_moves_for_those_who_want_no_motion", async () => {
  const page = await enter(browser, IVANOVA, { reducedMotion: "reduce" });
  const moving = await page.$$eval("*", (all) => all.filter((one) => {
    const { transitionDuration, animationName } = getComputedStyle(one);
    return animationName !== "none" || parseFloat(transitionDuration) > 0;
  }).length);
  assert.equal(moving, 0);
});
