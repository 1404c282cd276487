// Every page that a person can reach by links.

import { bank } from "./bank.mjs";

/** Pages of one kind, such as statements of one status, that are looked at. */
const OF_ONE_KIND_MAX = 2;
/** Pages in all: more means that links run in circles of ever new addresses. */
const PAGES_MAX = 400;
/** Pages that are looked at side by side. */
const TABS = 3;

// Addresses that differ in an identifier or in the values of a query show pages of one kind.
const kind = (url) => {
  const path = url.pathname.split("/").map((part) => (/[0-9]{3}|^[0-9a-f-]{20,}$|^[0-9]+$/.test(part) ? "*" : part));
  return `${path.join("/")}?${[...url.searchParams.keys()].sort().join("&")}`;
};

// They begin and end a login.
const NO_PAGES = new Set(["/bank/login", "/bank/logout"]);

const isPage = (url) => url.origin === bank.origin && url.pathname.startsWith("/bank") && !NO_PAGES.has(url.pathname);

/** Calls `work` with a tab and each of the items, in several tabs side by side. */
export async function sideBySide(context, items, work) {
  const waiting = [...items];
  await Promise.all(Array.from({ length: Math.min(TABS, waiting.length) }, async () => {
    const tab = await context.newPage();
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(tab, item);
    await tab.close();
  }));
}

/**
 * Visits what links lead to, from `/bank`, and calls `look` with a tab that shows the page, its address, its answer and its text as
 * the server sent it. Files are downloaded by other tests; a link to one is passed over. The same pages are visited each time.
 */
export async function crawl(context, look) {
  let level = [new URL("/bank", bank).href];
  const met = new Set(level);
  const kinds = new Map();
  let pages = 0;
  const isNew = (link) => {
    const url = new URL(link);
    url.hash = "";
    if (met.has(url.href) || !isPage(url)) return false;
    met.add(url.href);
    const seen = kinds.get(kind(url)) ?? 0;
    kinds.set(kind(url), seen + 1);
    return seen < OF_ONE_KIND_MAX;
  };
  while (level.length > 0) {
    const links = new Map();
    await sideBySide(context, level, async (tab, address) => {
      const answer = await context.request.get(address, { headers: { accept: "text/html" } });
      const type = answer.headers()["content-type"] ?? "";
      if (!type.startsWith("text/html")) return;
      pages += 1;
      if (pages > PAGES_MAX) throw new Error(`more than ${PAGES_MAX} pages, the last ${address}`);
      await tab.goto(address);
      links.set(address, await tab.$$eval("a[href]", (found) => found.map((link) => link.href.split("#")[0])));
      await look(tab, address, answer, await answer.text());
    });
    level = level.flatMap((address) => links.get(address) ?? []).filter(isNew);
  }
  return pages;
}
