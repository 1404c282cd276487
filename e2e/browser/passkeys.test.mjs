// Passkeys, with the authenticator that Chromium itself plays: registered, used for a login and for a signature, removed.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { IVANOVA, bank, enter, fillInLogin, issuer, launch } from "./bank.mjs";
import { TO_SIGN, csv, goodTransfers, make, reaches } from "./payroll.mjs";

const PASSKEYS = "/bank/security/passkeys";
const NAME = "Рабочий ноутбук";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A device of the person in front of `page`: it holds passkeys, and asks for a finger that is always there. */
async function device(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    passkeys: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    knowsItsUser: (isUserVerified) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

const logOut = (page) => page.click("form[action='/bank/logout'] button");

/** Logs in with the device alone, up to the choice of the company. */
async function logInWithPasskey(page) {
  await page.goto(new URL("/bank", bank).href);
  await page.click("form[action='/login/passkey'] [data-passkey] button");
}

test("onl_04_a_passkey_is_registered_logs_in_confirms_and_ends_when_it_is_removed", async () => {
  const page = await enter(browser, IVANOVA);
  const own = await device(page);

  await page.click("nav.menu a[href='/bank/security']");
  await page.click(`a[href='${PASSKEYS}']`);
  await page.fill("#passkey-answer", IVANOVA.password);
  await page.click(`form[action='${PASSKEYS}'] button[type=submit]`);
  // A device that does not know its user makes no passkey, and the page says so and stays.
  await own.knowsItsUser(false);
  await page.fill("#name", NAME);
  await page.click("[data-passkey] button");
  await page.locator("[data-passkey] [role=alert]").waitFor();
  assert.equal((await own.passkeys()).length, 0);
  await own.knowsItsUser(true);
  await page.click("[data-passkey] button");
  await page.waitForURL((url) => url.pathname === PASSKEYS);
  assert.equal(await page.locator("table tbody tr", { hasText: NAME }).count(), 1);
  const [kept] = await own.passkeys();
  assert.deepEqual([kept.rpId, kept.isResidentCredential, (await own.passkeys()).length], ["localhost", true, 1]);

  // A login with nothing typed.
  await logOut(page);
  await logInWithPasskey(page);
  await page.check(`[name=cnum][value=${IVANOVA.cnum}]`, { force: true });
  await page.click("main button[type=submit]");
  await page.waitForURL((url) => url.pathname === "/bank");

  // A signature.
  const address = await make(page, { name: "zarplata.csv", text: csv(goodTransfers(2).transfers) });
  await reaches(page, ...TO_SIGN);
  await page.click(".actions a[href$='/sign']");
  await page.locator(".actions:has([type=submit]) + [data-passkey] button").waitFor();
  await page.click("[data-passkey] button");
  await page.waitForURL((url) => url.pathname === address);
  await reaches(page, "Подписана частично");
  assert.equal((await own.passkeys())[0].signCount, 3, "made, logged in, signed");

  // Removed at the bank, which it confirms itself; the device still has it.
  await page.goto(new URL(PASSKEYS, bank).href);
  await page.click(`details:has(form[action='${PASSKEYS}/remove']) summary`);
  await page.click(`form[action='${PASSKEYS}/remove'] [data-passkey] button`);
  await page.waitForURL((url) => url.searchParams.get("done") === "passkey-removed");
  assert.equal(await page.locator(`form[action='${PASSKEYS}/remove']`).count(), 0);
  await logOut(page);
  await logInWithPasskey(page);
  await page.locator(".alert[role=alert]").waitFor();
  assert.equal(new URL(page.url()).pathname, "/bank/login");
  assert.equal((await own.passkeys()).length, 1);
  await fillInLogin(page, IVANOVA);
  await page.waitForURL((url) => url.pathname === "/bank");
});

test("onl_04_at_an_ip_address_the_page_leads_to_the_name", async () => {
  const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await device(page);
  await page.goto(new URL("/bank", issuer).href);
  assert.equal(await page.locator("[data-passkey]").isVisible(), false, "a login that cannot work is not offered");
  await fillInLogin(page, IVANOVA);
  await page.goto(new URL(PASSKEYS, issuer).href);
  assert.equal(await page.locator("#passkey-answer").count(), 0);
  await page.click(`section[aria-labelledby=add-title] a`);
  await page.waitForURL((url) => url.origin === bank.origin);
  await page.locator("form[action='/login/passkey'] [data-passkey]").waitFor();
});
