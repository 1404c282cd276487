//! `clientbank demo token` and `clientbank sandbox token`.

use clap::Args;
use serde_json::{Value, json};

use super::{Port, told};
use crate::commands::Failure;
use crate::commands::caller::exported;
use crate::terminal::{say, say_all};

#[derive(Args)]
pub(in crate::commands) struct TokenArguments {
    /// The name to log in with, for example ivanova.
    #[arg(long, value_name = "LOGIN")]
    user: String,
    /// The company to act for; the first of the person's without it.
    #[arg(long, value_name = "CNUM")]
    company: Option<String>,
    /// The software; the first that is registered for the company without it.
    #[arg(long, value_name = "CLIENT_ID")]
    client: Option<String>,
    /// The scopes, divided by spaces; all of them without it.
    #[arg(long)]
    scope: Option<String>,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    port: Port,
}

pub(in crate::commands) fn run(arguments: &TokenArguments) -> Result<(), Failure> {
    let mut body = json!({ "login": arguments.user });
    let asked = [("company", &arguments.company), ("client", &arguments.client), ("scope", &arguments.scope)];
    for (name, value) in asked {
        if let Some(value) = value {
            body[name] = json!(value);
        }
    }
    let tokens = arguments.port.caller().post("/sandbox/v1/tokens", &body).map_err(told)?;
    if arguments.json {
        say(&tokens.to_string());
    } else {
        say_all(lines(&tokens));
    }
    Ok(())
}

/// Variables for a shell, with commands to copy as comments: `eval "$(clientbank demo token --user ivanova)"`.
fn lines(tokens: &Value) -> Vec<String> {
    let text = |name: &str| tokens[name].as_str().unwrap_or_default();
    let values = [text("access_token"), text("id_token"), text("refresh_token")];
    let mut lines = exported(text("api"), text("identity"), values);
    let (client, company) = (text("client_id"), text("company"));
    lines.push(format!("# for {company} through {client}, {} s; copy:", tokens["expires_in"]));
    lines.push(
        "# curl -H \"Authorization: Bearer $ACCESS_TOKEN\" -H \"Id-Token: $ID_TOKEN\" \
         \"$API/v1/accounts?fields=Number&fields=Balance\""
            .to_owned(),
    );
    lines.push(format!(
        "# curl -u {client}:SECRET -d grant_type=refresh_token -d \"refresh_token=$REFRESH_TOKEN\" \"$IDENTITY/token\""
    ));
    lines
}
