//! `clientbank login`: a login through the browser, as an integration does it.
//!
//! There is no option for a password: a program that takes the user's password trains users to give it away, and a
//! second factor could not be asked for. Scripts log in with a refresh token that a person has fetched once.

use std::process::{Command, Stdio};

use clap::Args;
use kernel::{ClientId, SystemRandomness};
use sdk::{Identity, Login, Settings, Tokens};
use url::Url;

use super::Failure;
use super::client::{Kept, TokenFile, exported};
use super::loopback::Loopback;
use crate::terminal::{remark, say, say_all};

/// The arguments of `login`. The defaults are those of the demo.
#[derive(Args)]
pub(in crate::commands) struct LoginArguments {
    /// The identity provider.
    #[arg(long, default_value = "http://127.0.0.1:8081", env = "CLIENTBANK_IDENTITY")]
    identity: Url,
    /// The business API.
    #[arg(long, default_value = "http://127.0.0.1:8080", env = "CLIENTBANK_API")]
    api: Url,
    /// The identifier that the bank gave to this software.
    #[arg(long, default_value = "demo-erp", env = "CLIENTBANK_CLIENT_ID")]
    client_id: ClientId,
    /// The secret that belongs to it.
    #[arg(long, default_value = "demo-erp-secret", env = "CLIENTBANK_CLIENT_SECRET", hide_env_values = true)]
    client_secret: String,
    /// The address to which the browser returns after the login: of this machine, registered at the bank.
    #[arg(long, default_value = "http://127.0.0.1:9090/callback", env = "CLIENTBANK_REDIRECT_URI")]
    redirect_uri: Url,
    /// Seconds that the tokens are to live, 1 to 86400; without it, as long as the bank decides.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    max_age: Option<u32>,
    /// Print the address to open instead of opening it.
    #[arg(long)]
    no_browser: bool,
    /// Print the tokens as one line of JSON.
    #[arg(long, conflicts_with = "export")]
    json: bool,
    /// Print the tokens as variables for a shell: `eval "$(clientbank login --export)"`.
    #[arg(long)]
    export: bool,
    #[command(flatten)]
    file: TokenFile,
}

pub(super) fn run(arguments: &LoginArguments) -> Result<(), Failure> {
    let settings = Settings {
        identity: arguments.identity.clone(),
        api: arguments.api.clone(),
        client_id: arguments.client_id.clone(),
        client_secret: arguments.client_secret.clone(),
        redirect_uri: arguments.redirect_uri.clone(),
    };
    // Before the browser opens: the answer must find somebody listening.
    let loopback = Loopback::listen(&settings.redirect_uri)?;
    let login = Login::begin_with(&settings, &SystemRandomness, arguments.max_age)?;
    let address = login.authorization_url().as_str();
    let opened = !arguments.no_browser && open_browser(address);
    remark(if opened {
        "log in in the browser; if none has opened, open"
    } else {
        "open in a browser and log in:"
    });
    remark(address);
    let code = loopback.wait(|answer| login.accept(answer))?;
    let tokens = Identity::new(&settings).exchange(&login, &code)?;
    let kept = arguments.file.keep(&Kept::new(&settings, tokens.clone()))?;
    tell(arguments, &settings, &tokens)?;
    remark(&format!("the tokens are kept in {}", kept.display()));
    Ok(())
}

fn tell(arguments: &LoginArguments, settings: &Settings, tokens: &Tokens) -> Result<(), Failure> {
    if arguments.json {
        say(&serde_json::to_string(tokens)?);
    } else if arguments.export {
        let Settings { api, identity, .. } = settings;
        let values = [&*tokens.access_token, &tokens.id_token, &tokens.refresh_token];
        say_all(exported(api.as_str(), identity.as_str(), values));
    } else {
        say(&format!("access_token   {}", tokens.access_token));
        say(&format!("id_token       {}", tokens.id_token));
        say(&format!("refresh_token  {}", tokens.refresh_token));
    }
    Ok(())
}

/// Asks the desktop to open the address. Whether a window really opened cannot be known.
fn open_browser(address: &str) -> bool {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let started = Command::new(program)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    started.is_ok()
}
