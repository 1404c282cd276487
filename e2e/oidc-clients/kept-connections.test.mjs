// Node's own http.Agent, which keeps connections: a POST that is refused early does not cost the next request.

import assert from "node:assert/strict";
import http from "node:http";
import { test } from "node:test";

import { api } from "./demo.mjs";

const rounds = Number(process.env.CLIENTBANK_ROUNDS ?? "1000");
const sizes = [10, 1_000, 10_000, 100_000, 200_000, 1_000_000];
const json = { "content-type": "application/json" };
const refusals = [
  { status: 401, method: "POST", path: "/v1/statements", headers: json },
  { status: 404, method: "POST", path: "/v1/statements/1/2/3", headers: json },
  { status: 405, method: "POST", path: "/v1/accounts", headers: json, bytesMax: 1_024 },
];

const ask = (agent, { method, path, headers = {} }, body, apart) =>
  new Promise((resolve, reject) => {
    const options = { agent, method, path, host: api.hostname, port: api.port, headers: { ...headers } };
    if (body) options.headers["content-length"] = body.length;
    const request = http.request(options, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer));
    });
    request.on("error", reject);
    if (!body) return request.end();
    if (!apart) return request.end(body);
    // The head goes out alone.
    request.flushHeaders();
    setImmediate(() => request.end(body));
  });

test("a refused POST does not cost the next request of a kept connection", async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (let round = 0; round < rounds; round += 1) {
    const refusal = refusals[round % refusals.length];
    const size = Math.min(sizes[round % sizes.length], refusal.bytesMax ?? Infinity);
    const refused = await ask(agent, refusal, Buffer.alloc(size, "x"), round % 4 < 2);
    assert.equal(refused.statusCode, refusal.status);
    const next = await ask(agent, { method: "GET", path: "/openapi.json" });
    assert.equal(next.statusCode, 200);
  }
  agent.destroy();
});
