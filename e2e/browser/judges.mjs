// Programs of others that judge a page: html-validate and the Nu HTML checker its text, axe-core what people get.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { AxeBuilder } from "@axe-core/playwright";
import { HtmlValidate } from "html-validate";
import nu from "vnu-jar";

const run = promisify(execFile);

/** Windows and themes in which a page is looked at: a phone and a desktop, by day and by night. */
export const LOOKS = [
  { width: 360, colorScheme: "light" },
  { width: 360, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
];

// A form's button without a type submits it, which is what every such button here is for.
const htmlValidate = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: { "no-inline-style": "error", "no-implicit-button-type": "off" },
});

/** Returns what html-validate finds wrong in the text of a page. */
export async function unsound(text) {
  const report = await htmlValidate.validateString(text);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`));
}

/** Returns what axe-core finds wrong with the page in each of `looks`, every rule included, and sideways scrolling. */
export async function violations(page, looks = LOOKS) {
  const found = [];
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    // A colour on its way to another one has any contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const result = await new AxeBuilder({ page }).analyze();
    for (const { id, help, nodes } of result.violations) {
      found.push(`${width} ${colorScheme} ${id}: ${help}: ${nodes[0].html.slice(0, 200)} (${nodes.length} in all)`);
    }
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wider > 0) found.push(`${width} ${colorScheme}: ${wider} pixels wider than the window`);
  }
  return found;
}

/** Texts of pages for the Nu HTML checker, which judges them all at once: it is a Java program. */
export class NuChecker {
  #folder;
  #addresses = [];

  /** Keeps the text of a page. */
  async keep(address, text) {
    this.#folder ??= await mkdtemp(join(tmpdir(), "clientbank-pages-"));
    await writeFile(join(this.#folder, `${this.#addresses.length}.html`), text);
    this.#addresses.push(address);
  }

  /** Returns what the checker finds wrong; nothing, and a word about it, where there is no Java. */
  async judge() {
    if (!this.#folder) return [];
    try {
      await run("java", ["-version"]);
    } catch {
      console.log("no Java here: the Nu HTML checker does not run");
      return [];
    }
    const options = ["-jar", nu, "--stdout", "--format", "json", "--exit-zero-always", this.#folder];
    const { stdout } = await run("java", options, { maxBuffer: 64 * 1024 * 1024 });
    await rm(this.#folder, { recursive: true });
    return JSON.parse(stdout).messages.map(({ url, message, lastLine, extract }) => {
      const address = this.#addresses[Number(url.match(/([0-9]+)\.html$/)?.[1])];
      return `${address}:${lastLine} ${message}: ${extract ?? ""}`;
    });
  }
}
