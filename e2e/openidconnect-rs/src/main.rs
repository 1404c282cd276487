//! The `openidconnect` library, unmodified, against a running demo: discovery, login, every check of the identity
//! token, user info, refresh, one account. Addresses come from `CLIENTBANK_ISSUER` and `CLIENTBANK_API`.

use std::error::Error;

use openidconnect::core::{CoreAuthenticationFlow, CoreClient, CoreProviderMetadata, CoreUserInfoClaims};
use openidconnect::{
    AccessTokenHash, AuthorizationCode, ClientId, ClientSecret, CsrfToken, HttpRequest, HttpResponse,
    IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge, RedirectUrl, Scope, TokenResponse,
};
use url::Url;

const REDIRECT_URI: &str = "http://127.0.0.1:9090/callback";
const ACCOUNT: &str = "40702810600000000001";
const PAGES_MAX: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let issuer = std::env::var("CLIENTBANK_ISSUER")?;
    let api = std::env::var("CLIENTBANK_API")?;
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into();
    let http = |request: HttpRequest| transport(&agent, request);
    let metadata = CoreProviderMetadata::discover(&IssuerUrl::new(issuer)?, &http)?;
    let client = CoreClient::from_provider_metadata(
        metadata,
        ClientId::new("demo-erp".to_owned()),
        Some(ClientSecret::new("demo-erp-secret".to_owned())),
    )
    .set_redirect_uri(RedirectUrl::new(REDIRECT_URI.to_owned())?);
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let (url, state, nonce) = client
        .authorize_url(CoreAuthenticationFlow::AuthorizationCode, CsrfToken::new_random, Nonce::new_random)
        .add_scopes(["profile", "email", "phone"].map(|scope| Scope::new(scope.to_owned())))
        .set_pkce_challenge(challenge)
        .url();
    let callback = log_in(url)?;
    let parameter =
        |name: &str| callback.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
    assert_eq!(parameter("state").as_deref(), Some(state.secret().as_str()));
    let tokens = client
        .exchange_code(AuthorizationCode::new(parameter("code").ok_or("no code")?))?
        .set_pkce_verifier(verifier)
        .request(&http)?;
    let id_token = tokens.id_token().ok_or("no identity token")?;
    let id_verifier = client.id_token_verifier();
    let claims = id_token.claims(&id_verifier, &nonce)?;
    let expected = claims.access_token_hash().ok_or("no at_hash")?;
    let actual = AccessTokenHash::from_token(
        tokens.access_token(),
        id_token.signing_alg()?,
        id_token.signing_key(&id_verifier)?,
    )?;
    assert_eq!(actual, *expected);
    let person: CoreUserInfoClaims = client
        .user_info(tokens.access_token().to_owned(), Some(claims.subject().to_owned()))?
        .request(&http)?;
    assert_eq!(person.subject(), claims.subject());
    read_account(&agent, &api, tokens.access_token().secret(), &id_token.to_string())?;
    let before = tokens.refresh_token().ok_or("no refresh token")?;
    let refreshed = client.exchange_refresh_token(before)?.request(&http)?;
    let id_token = refreshed.id_token().ok_or("no identity token after the refresh")?;
    read_account(&agent, &api, refreshed.access_token().secret(), &id_token.to_string())?;
    println!("openidconnect: login, identity token, user info, refresh and account: ok");
    Ok(())
}

fn transport(agent: &ureq::Agent, request: HttpRequest) -> Result<HttpResponse, ureq::Error> {
    let (parts, mut body) = agent.run(request)?.into_parts();
    Ok(HttpResponse::from_parts(parts, body.read_to_vec()?))
}

fn read_account(agent: &ureq::Agent, api: &str, access: &str, identity: &str) -> Result<(), Box<dyn Error>> {
    let mut answer = agent
        .get(format!("{api}/v1/accounts/{ACCOUNT}?fields=Number"))
        .header("Authorization", format!("Bearer {access}"))
        .header("Id-Token", identity)
        .call()?;
    let body: serde_json::Value = serde_json::from_str(&answer.body_mut().read_to_string()?)?;
    assert_eq!(answer.status(), 200, "{body}");
    assert_eq!(body["number"], ACCOUNT);
    Ok(())
}

/// Fills in the pages as ivanova, acting for C00001; gives the address the last page sends the browser to.
fn log_in(start: Url) -> Result<Url, Box<dyn Error>> {
    let browser: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into();
    let mut url = start;
    let mut answer = browser.get(url.as_str()).call()?;
    for _ in 0..PAGES_MAX {
        if answer.status().is_redirection() {
            url = url.join(answer.headers()["location"].to_str()?)?;
            if url.as_str().starts_with(REDIRECT_URI) {
                return Ok(url);
            }
            answer = browser.get(url.as_str()).call()?;
            continue;
        }
        let page = answer.body_mut().read_to_string()?;
        let login = form_with(&page, "username");
        let is_login = login.is_some();
        let (action, mut values) =
            login.or_else(|| form_with(&page, "cnum")).ok_or_else(|| format!("no form in {page}"))?;
        if is_login {
            values.push(("username".to_owned(), "ivanova".to_owned()));
            values.push(("password".to_owned(), "demo-ivanova".to_owned()));
        } else {
            values.push(("cnum".to_owned(), "C00001".to_owned()));
        }
        url = url.join(&action)?;
        answer = browser
            .post(url.as_str())
            .header("Origin", url.origin().ascii_serialization())
            .send_form(values)?;
    }
    Err("no redirect at the end of the login".into())
}

type Form = (String, Vec<(String, String)>);

/// The action and the hidden values of the form that has a field of this name.
fn form_with(page: &str, field: &str) -> Option<Form> {
    page.split("<form").skip(1).filter_map(|rest| rest.split("</form>").next()).find_map(|form| {
        let tags: Vec<&str> = form.split('<').collect();
        tags.iter().any(|tag| attribute(tag, "name").as_deref() == Some(field)).then(|| {
            let hidden = tags.iter().filter(|tag| attribute(tag, "type").as_deref() == Some("hidden"));
            let values =
                hidden.filter_map(|tag| Some((attribute(tag, "name")?, attribute(tag, "value")?))).collect();
            (attribute(tags[0], "action").unwrap_or_default(), values)
        })
    })
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    Some(rest.split('"').next()?.replace("&amp;", "&").replace("&#38;", "&"))
}
