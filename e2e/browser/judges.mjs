// Programs of others that judge a page: html-validate and the Nu HTML checker its text, axe-core what people get.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import axe from "axe-core";
import { HtmlValidate } from "html-validate";
import nu from "vnu-jar";

const run = promisify(execFile);

/**
 * Windows and themes in which a page is looked at: as narrow as WCAG 1.4.10 asks, and a desktop, by day and by night. Those of
 * one width are together.
 */
export const LOOKS = [
  { width: 320, colorScheme: "light" },
  { width: 320, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
];

// A form's button without a type submits it, which is what every such button here is for.
const htmlValidate = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: { "no-inline-style": "error", "no-implicit-button-type": "off" },
});

// What axe-core leaves out unless it is asked: rules of WCAG 2.2, and those that are new.
const MORE_RULES = [
  "target-size", "label-content-name-mismatch", "focus-order-semantics", "p-as-heading", "table-fake-caption", "td-has-header",
];
// The style sheet loads nothing that these rules would fetch.
const EVERY_RULE = {
  rules: Object.fromEntries(MORE_RULES.map((id) => [id, { enabled: true }])), resultTypes: ["violations"], preload: false,
};
// A theme changes colours and nothing else (shell.css), so another one at the same width is judged by what looks at colours.
const RULES_OF_COLOURS = {
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] }, resultTypes: ["violations"], preload: false,
};

/** Returns what html-validate finds wrong in the text of a page. */
export async function unsound(text) {
  const report = await htmlValidate.validateString(text);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`));
}

/** Returns what axe-core finds wrong with the page in each of `looks`, every rule included, and sideways scrolling. */
export async function violations(page, looks = LOOKS) {
  const found = [];
  await page.evaluate(axe.source);
  let before;
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    // A colour on its way to another one has any contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { broken, wider } = await page.evaluate(async (options) => {
      const { violations: all } = await window.axe.run(document, options);
      const { scrollWidth, clientWidth } = document.documentElement;
      return {
        broken: all.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html.slice(0, 200)} (${nodes.length} in all)`),
        wider: scrollWidth - clientWidth,
      };
    }, width === before ? RULES_OF_COLOURS : EVERY_RULE);
    before = width;
    found.push(...broken.map((fault) => `${width} ${colorScheme} ${fault}`));
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
    const number = this.#addresses.push(address) - 1;
    this.#folder ??= mkdtemp(join(tmpdir(), "clientbank-pages-"));
    await writeFile(join(await this.#folder, `${number}.html`), text);
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
    const folder = await this.#folder;
    const options = ["-jar", nu, "--stdout", "--format", "json", "--exit-zero-always", folder];
    const { stdout } = await run("java", options, { maxBuffer: 64 * 1024 * 1024 });
    await rm(folder, { recursive: true });
    return JSON.parse(stdout).messages.map(({ url, message, lastLine, extract }) => {
      const address = this.#addresses[Number(url.match(/([0-9]+)\.html$/)?.[1])];
      return `${address}:${lastLine} ${message}: ${extract ?? ""}`;
    });
  }
}
