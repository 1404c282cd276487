//! The connection that the client commands share: the bank, and the tokens of the last login, in a file that only its
//! owner reads.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use sdk::{Settings, Tokens};
use serde::{Deserialize, Serialize};

use super::Failure;

/// The file of tokens.
#[derive(Args)]
pub(super) struct TokenFile {
    /// The file that keeps the tokens of the last login.
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
    pub(super) tokens: Tokens,
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

    pub(super) fn settings(&self) -> Result<Settings, Failure> {
        Ok(Settings {
            identity: self.identity.parse()?,
            api: self.api.parse()?,
            client_id: self.client_id.clone(),
            client_secret: self.client_secret.clone(),
            redirect_uri: self.redirect_uri.parse()?,
        })
    }
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

    /// The last login.
    pub(super) fn read(&self) -> Result<Kept, Failure> {
        let path = self.path()?;
        let text = fs::read_to_string(&path)
            .map_err(|error| format!("{}: {error}; `clientbank login` makes it", path.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()).into())
    }
}

fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    let mut file = OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
