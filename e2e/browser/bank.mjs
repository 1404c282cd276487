// The online bank of a running demo in Debian's Chromium, and the person before it.

import { chromium } from "playwright-core";

const required = (name) => {
  const value = process.env[name];
  if (!value) throw new Error(`set ${name}`);
  return value;
};

/** The address of the online bank, by a name: browsers have passkeys for names. */
export const bank = new URL(required("CLIENTBANK_ONLINE_BANK"));
/** The address of the identity provider, as software knows it. */
export const issuer = new URL(required("CLIENTBANK_ISSUER"));
/** The address of the API. */
export const api = new URL(required("CLIENTBANK_API"));
/** The folder of the demo, with the keys of its people in `demo-keys`. */
export const data = required("CLIENTBANK_DATA");

/** The program, for its samples. */
export const program = process.env.CLIENTBANK_PROGRAM ?? "clientbank";

/** The people of the demo (docs/DEMO.md). */
export const IVANOVA = { username: "ivanova", password: "demo-ivanova", cnum: "C00001" };
export const PETROV = { username: "petrov", password: "demo-petrov" };
export const AUDITOR = { username: "auditor", password: "demo-auditor" };
export const SIDOROV = { username: "sidorov", password: "demo-sidorov" };

// Nothing but the bank is asked: no updates, no other hosts.
const ARGUMENTS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** How long anything is waited for: a fault takes as long to show, and a machine under load is no fault. */
export const PATIENCE_MS = 120_000;

/** Starts Chromium. */
export async function launch() {
  const executablePath = process.env.CLIENTBANK_CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS, timeout: PATIENCE_MS });
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

/** Fills in the pages of a login that `page` shows, until the online bank itself is there. */
export async function fillInLogin(page, { username, password, cnum }) {
  await page.fill("[name=username]", username);
  await page.fill("[name=password]", password);
  await page.click("main button[type=submit]");
  if (cnum && await page.locator("[name=cnum]").count() > 0) {
    await page.check(`[name=cnum][value=${cnum}]`, { force: true });
    await page.click("main button[type=submit]");
  }
}

/** Opens a page of the online bank in a browser of its own, logged in as `person`. */
export async function enter(browser, person, options = {}) {
  const context = await browser.newContext({ locale: "ru-RU", viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(new URL("/bank", bank).href);
  await fillInLogin(page, person);
  await page.waitForURL((url) => url.pathname === "/bank");
  return page;
}
