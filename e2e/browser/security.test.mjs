// People look after their own login.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { IVANOVA, PETROV, SIDOROV, bank, enter, fillInLogin, launch } from "./bank.mjs";
import { NuChecker, unsound, violations } from "./judges.mjs";
import { confirm } from "./payroll.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Seconds for which a one-time code counts (RFC 6238). */
const STEP_S = 30;

test("onl_04_a_second_factor_is_set_and_asked_at_the_next_login", async () => {
  const page = await enter(browser, SIDOROV);
  await page.goto(new URL("/bank/security/second-factor", bank).href);
  await page.fill("#replace", SIDOROV.password);
  await page.click("form:has(#replace) button[type=submit]");
  const secret = (await page.textContent("[aria-labelledby=secret-label]")).replaceAll(/\s/g, "");
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: STEP_S });
  await page.fill("#code", totp.generate());
  await page.click("form:has(#code) button[type=submit]");
  assert.equal(await page.locator("ol.codes li").count(), 10, "recovery codes");
  const recovery = await page.locator("ol.codes li").first().textContent();

  const next = await (await browser.newContext({ locale: "ru-RU" })).newPage();
  await next.goto(new URL("/bank", bank).href);
  await fillInLogin(next, SIDOROV);
  await next.fill("#code", "000000");
  await next.click("form:has(#code) button[type=submit]");
  assert.ok(await next.locator("[role=alert]").count() > 0, "a wrong code is refused");
  // The code that set the factor is spent; the next one counts already, because clocks may differ.
  await next.fill("#code", totp.generate({ timestamp: Date.now() + STEP_S * 1000 }));
  await next.click("form:has(#code) button[type=submit]");
  await next.waitForURL((url) => url.pathname === "/bank");

  const without = await (await browser.newContext({ locale: "ru-RU" })).newPage();
  await without.goto(new URL("/bank", bank).href);
  await fillInLogin(without, SIDOROV);
  await without.click("details summary");
  await without.fill("#recovery", recovery.trim());
  await without.click("form:has(#recovery) button[type=submit]");
  await without.waitForURL((url) => url.pathname === "/bank");
});

test("onl_06_a_lower_signature_scheme_is_confirmed_by_a_second_person", async () => {
  const [nu, wrong] = [new NuChecker(), []];
  const judge = async (page, told) => {
    const text = await (await page.context().request.get(page.url())).text();
    await nu.keep(told, text);
    wrong.push(...[...await unsound(text), ...await violations(page)].map((fault) => `${told}: ${fault}`));
  };
  const asking = await enter(browser, PETROV, { locale: "en-GB" });
  await asking.goto(new URL("/bank/users", bank).href);
  await asking.click("details:has([name=second]) > summary");
  await asking.fill("[name=second]", "0");
  await confirm(asking, PETROV.password);
  await asking.waitForURL((url) => url.pathname === "/bank/signature-scheme");
  await judge(asking, "the own change");
  assert.equal(await asking.locator("[name=answer]").count(), 0, "nobody confirms the own change");

  const second = await enter(browser, IVANOVA);
  await second.click("main a[href='/bank/signature-scheme']");
  await judge(second, "the change of somebody else");
  await confirm(second, "wrong");
  await second.locator("[aria-invalid=true]").waitFor();
  await confirm(second, IVANOVA.password);
  await second.waitForURL((url) => url.searchParams.get("done") === "confirmed");
  await judge(second, "no change");
  assert.deepEqual([...wrong, ...await nu.judge()], []);
});
