// The types of demo.mjs, for clients that are checked.

export const issuer: URL;
export const api: URL;
export const clientId: string;
export const clientSecret: string;
export const redirectUri: string;
export const scope: string;
export const account: string;
export class Browser {
  send(url: URL, request?: RequestInit): Promise<Response>;
  submit(page: URL, html: string, values: Record<string, string>): Promise<Response>;
}
export function logIn(
  authorizationUrl: URL | string,
  person?: { username?: string; password?: string; cnum?: string; returnTo?: string; browser?: Browser },
): Promise<URL>;
