//! The connection that the client commands share: the bank, and the tokens of the last login, in a file that only its
//! owner reads, or in the environment where nobody has a browser.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use sdk::{Bank, SdkError, Settings, Tokens};
use serde::{Deserialize, Serialize};

use super::{Failure, at};
use crate::private_file::write_private;
use crate::terminal::remark;

#[derive(Args)]
pub(super) struct TokenFile {
    /// The file that keeps the tokens of the last login. Without it, `API`, `ACCESS_TOKEN` and `ID_TOKEN` in the
    /// environment come first, as `clientbank demo token` sets them.
    #[arg(long = "tokens", global = true, value_name = "FILE", env = "CLIENTBANK_TOKENS")]
    path: Option<PathBuf>,
}

/// A login as the file keeps it: the bank, this software's credentials there, and the tokens.
#[derive(Serialize, Deserialize)]
pub(super) struct Kept {
    identity: String,
    api: String,
    client_id: kernel::ClientId,
    client_secret: String,
    redirect_uri: String,
    tokens: Tokens,
}

impl Kept {
    pub(super) fn new(settings: &Settings, tokens: Tokens) -> Self {
        Self {
            identity: settings.identity.to_string(),
            api: settings.api.to_string(),
            client_id: settings.client_id.clone(),
            client_secret: settings.client_secret.clone(),
            redirect_uri: settings.redirect_uri.to_string(),
            tokens,
        }
    }

    fn settings(&self) -> Result<Settings, Failure> {
        Ok(Settings {
            identity: self.identity.parse()?,
            api: self.api.parse()?,
            client_id: self.client_id.clone(),
            client_secret: self.client_secret.clone(),
            redirect_uri: self.redirect_uri.parse()?,
        })
    }
}

/// The variables of `clientbank login --export`, `demo token` and `sandbox token`, as a shell takes them.
pub(in crate::commands) fn exported(api: &str, identity: &str, tokens: [&str; 3]) -> Vec<String> {
    let [access_token, id_token, refresh_token] = tokens;
    let variables = [
        ("API", api.trim_end_matches('/')),
        ("IDENTITY", identity.trim_end_matches('/')),
        ("ACCESS_TOKEN", access_token),
        ("ID_TOKEN", id_token),
        ("REFRESH_TOKEN", refresh_token),
    ];
    let quoted = |text: &str| format!("'{}'", text.replace('\'', r"'\''"));
    variables.into_iter().map(|(name, value)| format!("export {name}={}", quoted(value))).collect()
}

/// Tells whether tokens are those of the same login before a refresh, by the claims of the identity tokens.
fn is_older(tokens: &Tokens, than: &Tokens) -> bool {
    let login = tokens.identity_claim("sid");
    let issued_at = |tokens: &Tokens| tokens.identity_claim("iat").and_then(|second| second.as_i64());
    login.is_some() && login == than.identity_claim("sid") && issued_at(tokens) < issued_at(than)
}

/// Reads the login of the environment. It is not refreshed: that needs the secret of the software.
fn of_environment() -> Option<Kept> {
    let text = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let (api, access_token, id_token) = (text("API")?, text("ACCESS_TOKEN")?, text("ID_TOKEN")?);
    let (token_type, refresh_token) = ("Bearer".to_owned(), String::new());
    Some(Kept {
        identity: text("IDENTITY").unwrap_or_else(|| api.clone()),
        redirect_uri: api.clone(),
        api,
        client_id: "environment".parse().ok()?,
        client_secret: String::new(),
        tokens: Tokens { access_token, token_type, refresh_token, id_token, expires_in: None },
    })
}

impl TokenFile {
    fn path(&self) -> Result<PathBuf, Failure> {
        if let Some(path) = &self.path {
            return Ok(path.clone());
        }
        let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let state = folder("XDG_STATE_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/state")));
        let state = state.ok_or("there is no HOME to keep tokens in: name a file with --tokens")?;
        Ok(state.join("clientbank/tokens.json"))
    }

    /// Keeps the login in place of the last one. The file appears whole or not at all.
    pub(super) fn keep(&self, kept: &Kept) -> Result<PathBuf, Failure> {
        let path = self.path()?;
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        let mut beside = path.clone().into_os_string();
        beside.push(format!(".{}", std::process::id()));
        let beside = PathBuf::from(beside);
        write_private(&beside, &serde_json::to_string_pretty(kept)?)?;
        fs::rename(&beside, &path)?;
        Ok(path)
    }

    /// Works with the bank of the last login, and keeps the tokens when they were refreshed: also after a failure,
    /// because the old refresh token is used up. Of commands at the same time the first keeps them, because all got the
    /// same refresh token, and one that has refreshed again since.
    pub(super) fn with_bank<T>(
        &self,
        work: impl FnOnce(&mut Bank) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let kept = self.read()?;
        let settings = kept.settings()?;
        let mut bank = Bank::new(&settings, kept.tokens.clone());
        let worked = work(&mut bank);
        // A login that was made meanwhile stays: the next command would act for somebody else.
        let may_replace = |now: Kept| now.tokens == kept.tokens || is_older(&now.tokens, bank.tokens());
        if *bank.tokens() != kept.tokens && self.read().is_ok_and(may_replace) {
            self.keep(&Kept::new(&settings, bank.tokens().clone()))?;
            remark("the tokens were refreshed");
        }
        worked.map_err(|error| match error.downcast_ref() {
            Some(SdkError::Refused(problem)) if problem.status == 401 => {
                format!("{error}\nlog in again: `clientbank login`, or `clientbank demo token` in a sandbox")
                    .into()
            }
            _ => error,
        })
    }

    fn read(&self) -> Result<Kept, Failure> {
        if self.path.is_none()
            && let Some(kept) = of_environment()
        {
            return Ok(kept);
        }
        let path = self.path()?;
        let text = fs::read_to_string(&path).map_err(|error| {
            format!(
                "{}: {error}; `clientbank login` makes it, or set API, ACCESS_TOKEN and ID_TOKEN",
                path.display()
            )
        })?;
        Ok(serde_json::from_str(&text).map_err(at(&path))?)
    }
}
