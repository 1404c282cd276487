// The coverage of a client: at its end it has called every operation of the description, and read every kind of
// error.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

interface Content {
  schema?: { $ref?: string };
}

interface Operation {
  responses: Record<string, { content?: Record<string, Content> }>;
}

const METHODS = ["get", "put", "post", "delete", "patch"];

/** A variable of the environment that must be set. */
export const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`set ${name}`);
  return value;
};

interface Described {
  method: string;
  path: RegExp;
  name: string;
  statuses: Set<string>;
}

const templateToRegExp = (template: string): RegExp => {
  const escaped = template.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\{[^}]*\}/g, "[^/]+")}$`);
};

/** The kinds of errors of an operation: names of schemas, or the media type where a body is mere text. */
const kindsOfErrors = (operation: Operation): string[] =>
  Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, response]) => Object.entries(response.content ?? {}))
    .map(([mediaType, content]) => content.schema?.$ref?.split("/").at(-1) ?? mediaType);

export class Coverage {
  readonly #operations: Described[] = [];
  readonly #kinds = new Set<string>();
  readonly #called = new Set<string>();
  readonly #read = new Set<string>();

  constructor() {
    const document = JSON.parse(readFileSync(required("CLIENTBANK_OPENAPI"), "utf8")) as {
      paths: Record<string, Record<string, Operation>>;
    };
    for (const [template, item] of Object.entries(document.paths)) {
      for (const method of METHODS) {
        const operation = item[method];
        if (!operation) continue;
        this.#operations.push({
          method: method.toUpperCase(),
          path: templateToRegExp(template),
          name: `${method.toUpperCase()} ${template}`,
          statuses: new Set(Object.keys(operation.responses)),
        });
        for (const kind of kindsOfErrors(operation)) this.#kinds.add(kind);
      }
    }
    assert.ok(this.#operations.length > 0, "the description has operations");
  }

  /** `fetch`, which notes what is called; an answer with a status that is not described is an error. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    // Nobody listens at the address to which a login or a logout sends the browser.
    const request = new Request(input, { ...init, redirect: "manual" });
    const path = new URL(request.url).pathname;
    const found = this.#operations.find(({ method, path: fits }) => method === request.method && fits.test(path));
    if (!found) throw new Error(`the description has no ${request.method} ${path}`);
    const answer = await fetch(request);
    assert.ok(found.statuses.has(String(answer.status)), `${found.name} answers ${answer.status}, which is not described`);
    if (answer.status < 400) this.#called.add(found.name);
    return answer;
  };

  /** Notes that an error was read through its generated type. */
  read(kind: string): void {
    this.#read.add(kind);
  }

  /** Fails when something was left out. */
  assertComplete(): void {
    const operations = this.#operations.map(({ name }) => name);
    assert.deepEqual(operations.filter((name) => !this.#called.has(name)), [], "operations that never succeeded");
    assert.deepEqual([...this.#kinds].filter((kind) => !this.#read.has(kind)), [], "errors that were never read");
    assert.deepEqual([...this.#read].filter((kind) => !this.#kinds.has(kind)), [], "errors that are not described");
  }
}
