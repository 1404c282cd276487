// The facts of the demo that every client needs, and the person who fills in the login form.

const required = (name) => {
  const value = process.env[name];
  if (!value) throw new Error(`set ${name}`);
  return value;
};

export const issuer = new URL(required("CLIENTBANK_ISSUER"));
export const api = new URL(required("CLIENTBANK_API"));
export const clientId = process.env.CLIENTBANK_CLIENT_ID ?? "demo-erp";
export const clientSecret = process.env.CLIENTBANK_CLIENT_SECRET ?? "demo-erp-secret";
export const redirectUri = process.env.CLIENTBANK_REDIRECT_URI ?? "http://127.0.0.1:9090/callback";
export const scope = "openid profile email phone";
export const account = "40702810600000000001";

const unescapeHtml = (text) =>
  text.replaceAll("&#38;", "&").replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#34;", '"')
    .replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&gt;", ">");

const attribute = (tag, name) => {
  const found = tag.match(new RegExp(`\\s${name}="([^"]*)"`));
  return found ? unescapeHtml(found[1]) : undefined;
};

// The form of a page that has a field of this name, with the values that the page itself put in.
const formWith = (html, field) => {
  for (const [form] of html.matchAll(/<form[\s\S]*?<\/form>/g)) {
    const inputs = [...form.matchAll(/<(?:input|button|select)\b[^>]*>/g)].map(([tag]) => tag);
    if (!inputs.some((tag) => attribute(tag, "name") === field)) continue;
    const values = new URLSearchParams();
    for (const tag of inputs) {
      if (attribute(tag, "type") === "hidden") values.set(attribute(tag, "name"), attribute(tag, "value") ?? "");
    }
    return { action: attribute(form, "action"), values };
  }
  return undefined;
};

const PAGES_MAX = 10;

/** A browser without scripts: it keeps cookies and follows nothing by itself. */
export class Browser {
  #cookies = new Map();

  async send(url, request = { method: "GET" }) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, {
      ...request,
      redirect: "manual",
      headers: { ...request.headers, ...(cookie ? { cookie } : {}), origin: url.origin },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name, ...value] = set.split(";")[0].split("=");
      this.#cookies.set(name, value.join("="));
    }
    return answer;
  }

  /** Fills in the form of the page `html` that has a field of the name of the first value, and sends it. */
  async submit(page, html, values) {
    const form = formWith(html, Object.keys(values)[0]);
    if (!form) throw new Error(`no form with ${Object.keys(values)[0]}:\n${html}`);
    for (const [name, value] of Object.entries(values)) form.values.set(name, value);
    return this.send(new URL(form.action ?? page, page), {
      method: "POST",
      body: form.values.toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  }
}

/**
 * Walks through the pages as ivanova does, acting for C00001; returns the address that the last page sends the browser to.
 * `returnTo` is the address at which the login ends.
 */
export async function logIn(
  authorizationUrl,
  { username = "ivanova", password = "demo-ivanova", cnum = "C00001", returnTo = redirectUri, browser = new Browser() } = {},
) {
  let url = new URL(authorizationUrl);
  let answer = await browser.send(url);
  for (let page = 0; page < PAGES_MAX; page += 1) {
    if (answer.status === 302 || answer.status === 303) {
      const next = new URL(answer.headers.get("location"), url);
      if (next.href.startsWith(returnTo)) return next;
      url = next;
      answer = await browser.send(url);
      continue;
    }
    const html = await answer.text();
    if (formWith(html, "username")) {
      answer = await browser.submit(url, html, { username, password });
    } else if (formWith(html, "cnum")) {
      answer = await browser.submit(url, html, { cnum });
    } else {
      throw new Error(`status ${answer.status}, no form to fill in:\n${html}`);
    }
  }
  throw new Error(`no redirect after ${PAGES_MAX} pages`);
}

/** Reads the first account of the demo with both tokens. */
export async function readAccount(accessToken, idToken) {
  const answer = await fetch(new URL(`/v1/accounts/${account}?fields=Number,Balance,Currency`, api), {
    headers: { authorization: `Bearer ${accessToken}`, "id-token": idToken },
  });
  const body = await answer.json();
  if (answer.status !== 200 || body.number !== account || body.currency !== "RUR") {
    throw new Error(`reading the account gave ${answer.status} ${JSON.stringify(body)}`);
  }
  return body;
}
