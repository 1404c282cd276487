// The types of demo.mjs, for clients that are checked.

export const issuer: URL;
export const api: URL;
export const clientId: string;
export const clientSecret: string;
export const redirectUri: string;
export const scope: string;
export const account: string;
export function logIn(
  authorizationUrl: URL | string,
  person?: { username?: string; password?: string; cnum?: string },
): Promise<URL>;
