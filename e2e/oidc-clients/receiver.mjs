// A receiver of webhooks that takes everything.

import { createServer } from "node:http";

/** Listens on a free port of this machine; `next` waits for the next delivery. */
export async function receiver() {
  const came = [], waiting = [];
  const server = createServer((request, response) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      response.writeHead(204).end();
      const one = { headers: request.headers, body: Buffer.concat(parts).toString("utf8") };
      const taker = waiting.shift();
      taker ? taker(one) : came.push(one);
    });
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const next = () => new Promise((take) => (came.length > 0 ? take(came.shift()) : waiting.push(take)));
  // The bank keeps connections for a moment.
  const close = () => (server.close(), server.closeAllConnections());
  return { url: `http://127.0.0.1:${server.address().port}/hook`, next, close };
}
