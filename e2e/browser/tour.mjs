// Takes the pictures of docs/ONLINE-BANK.md: `cargo xtask e2e browser --screenshots`.

import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { IVANOVA, PETROV, bank, enter, launch } from "./bank.mjs";
import { confirm, csv, goodTransfers } from "./payroll.mjs";

const FOLDER = fileURLToPath(new URL("../../docs/images/", import.meta.url));
/** Quality of WebP, of 100: letters stay sharp, and a picture has some 30 KB. */
const QUALITY = 70;
/** Bytes of all pictures together. */
const BYTES_MAX = 1_500_000;
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 800 };

const browser = await launch();
await mkdir(FOLDER, { recursive: true });
let bytes = 0;

/** Takes a picture of what the window shows, as WebP. */
async function shoot(page, name) {
  await page.waitForLoadState("networkidle");
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await session.detach();
  const picture = Buffer.from(data, "base64");
  bytes += picture.length;
  await writeFile(`${FOLDER}${name}.webp`, picture);
}

const open = (page, path) => page.goto(new URL(path, bank).href);
/** Opens the statement in the list whose state has this name. */
const openStatement = async (page, state) => {
  await open(page, "/bank/payroll");
  await page.locator("tbody tr", { has: page.getByText(state, { exact: true }) }).first().locator("a.row-link").click();
};

const reader = { locale: "en-GB", viewport: DESKTOP, reducedMotion: "reduce" };
const login = await (await browser.newContext(reader)).newPage();
await open(login, "/bank");
await shoot(login, "login");

const page = await enter(browser, IVANOVA, reader);
await shoot(page, "home");
await open(page, "/bank/accounts/40702810600000000001/operations");
await shoot(page, "operations");
await open(page, "/bank/payroll");
await shoot(page, "payroll");
await openStatement(page, "Errors");
await shoot(page, "errors");
await page.getByRole("link", { name: "Correct one by one" }).click();
await shoot(page, "correct");
await open(page, "/bank/payroll/new");
const wages = goodTransfers(8).transfers.map((transfer, row) => (row === 2 ? { ...transfer, lastName: "" } : transfer));
await page.setInputFiles("#file", { name: "wages.csv", mimeType: "text/csv", buffer: Buffer.from(csv(wages)) });
await page.click("form[action='/bank/payroll/new'] button[type=submit]");
await page.waitForURL(/\/bank\/payroll\/rolls\//);
await shoot(page, "check");
await open(page, "/bank/payroll");
const waiting = await page.locator("input[name=id]").first().getAttribute("value");
await open(page, `/bank/payroll/${waiting}/sign`);
await shoot(page, "sign");
await open(page, "/bank/letters");
await shoot(page, "letters");
await open(page, "/bank/signature");
await shoot(page, "certificates");
await open(page, "/bank/security");
await shoot(page, "security");
for (const name of ["certificates", "agreements", "treasury", "webinars", "help"]) {
  await open(page, `/bank/${name}`);
  await shoot(page, name === "certificates" ? "currency" : name);
}

const administrator = await enter(browser, PETROV, reader);
for (const [path, name] of [["/bank/integrations/demo-erp", "integration"], ["/bank/users", "users"], ["/bank/tariffs/new?plan=GROWTH", "tariffs"]]) {
  await open(administrator, path);
  await shoot(administrator, name);
}
await open(administrator, "/bank/users");
await administrator.click("details:has([name=second]) > summary");
await administrator.fill("[name=second]", "0");
await confirm(administrator, PETROV.password);
await administrator.waitForURL((url) => url.pathname === "/bank/signature-scheme");
await open(page, "/bank/signature-scheme");
await shoot(page, "scheme");
const phone = await enter(browser, IVANOVA, { ...reader, viewport: PHONE, colorScheme: "dark" });
await shoot(phone, "phone");
await browser.close();

console.log(`${bytes} bytes of pictures in docs/images`);
if (bytes > BYTES_MAX) throw new Error(`more than ${BYTES_MAX} bytes of pictures`);
