// Every page that a person can reach by links.

import { bank } from "./bank.mjs";

/** Pages of one kind, such as statements of one status, that are looked at. */
const OF_ONE_KIND_MAX = 2;
/** Pages in all: more means that links run in circles of ever new addresses. */
const PAGES_MAX = 400;

// Addresses that differ in an identifier or in the values of a query show pages of one kind.
const kind = (url) => {
  const path = url.pathname.split("/").map((part) => (/[0-9]{3}|^[0-9a-f-]{20,}$|^[0-9]+$/.test(part) ? "*" : part));
  return `${path.join("/")}?${[...url.searchParams.keys()].sort().join("&")}`;
};

// They begin and end a login.
const NO_PAGES = new Set(["/bank/login", "/bank/logout"]);

const isPage = (url) => url.origin === bank.origin && url.pathname.startsWith("/bank") && !NO_PAGES.has(url.pathname);

/**
 * Visits what links lead to, from `/bank`, and calls `look` with each page, its answer and its text as the server sent it.
 * Files are downloaded by other tests; a link to one is passed over.
 */
export async function crawl(page, look) {
  const waiting = [new URL("/bank", bank).href];
  const met = new Set(waiting);
  const kinds = new Map();
  let pages = 0;
  while (waiting.length > 0) {
    const address = waiting.shift();
    const answer = await page.context().request.get(address, { headers: { accept: "text/html" } });
    const type = answer.headers()["content-type"] ?? "";
    if (!type.startsWith("text/html")) continue;
    pages += 1;
    if (pages > PAGES_MAX) throw new Error(`more than ${PAGES_MAX} pages, the last ${address}`);
    await page.goto(address);
    await look(address, answer, await answer.text());
    const links = await page.$$eval("a[href]", (found) => found.map((link) => link.href));
    for (const link of links) {
      const url = new URL(link);
      url.hash = "";
      if (met.has(url.href) || !isPage(url)) continue;
      met.add(url.href);
      const seen = kinds.get(kind(url)) ?? 0;
      if (seen >= OF_ONE_KIND_MAX) continue;
      kinds.set(kind(url), seen + 1);
      waiting.push(url.href);
    }
  }
  return pages;
}
