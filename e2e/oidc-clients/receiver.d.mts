// The types of receiver.mjs, for clients that are checked.

import type { IncomingHttpHeaders } from "node:http";

export interface Delivery {
  headers: IncomingHttpHeaders;
  body: string;
}
export interface Receiver {
  url: string;
  next(): Promise<Delivery>;
  close(): void;
}
export function receiver(): Promise<Receiver>;
