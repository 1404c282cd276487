//! `clientbank sandbox sign`.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use clap::{Args, Subcommand, ValueEnum};
use cms::Signer;
use sdk::Administration;
use serde_json::{Value, json};

use super::{Port, told};
use crate::commands::{Failure, read_text};

#[derive(Subcommand)]
pub(in crate::commands) enum What {
    /// A payroll statement.
    Statement {
        /// The name that its sender gave it.
        external_id: String,
        /// The company.
        #[arg(long, value_name = "CNUM")]
        company: String,
        /// Sign with a key of the demo and its certificate, both PEM, separated by a comma, instead of confirming.
        #[arg(long, value_name = "KEY,CERTIFICATE")]
        sign: Option<String>,
        #[command(flatten)]
        signature: Signature,
    },
    /// A tariff request.
    Tariff {
        /// Its id.
        id: i64,
        #[command(flatten)]
        signature: Signature,
    },
}

#[derive(Args)]
pub(in crate::commands) struct Signature {
    /// The type of the signature.
    #[arg(long = "as", value_enum, ignore_case = true)]
    kind: Kind,
    /// The login of the person; the first who may give the signature without it.
    #[arg(long, value_name = "LOGIN")]
    user: Option<String>,
    #[command(flatten)]
    port: Port,
}

#[derive(Clone, Copy, ValueEnum)]
#[value(rename_all = "UPPER")]
enum Kind {
    First,
    Second,
}

pub(super) fn run(what: &What) -> Result<(), Failure> {
    match what {
        What::Statement { external_id, company, sign, signature } => {
            let path = format!("/sandbox/v1/statements/{company}/{external_id}");
            let mut body = signature.body();
            if let Some(files) = sign {
                body["cms"] = json!(signed(&signature.port.caller(), &path, files)?);
            }
            signature.port.has_done(&format!("{path}/sign"), &body)
        }
        What::Tariff { id, signature } => {
            let path = format!("/sandbox/v1/tariff-requests/{id}/sign");
            signature.port.has_done(&path, &signature.body())
        }
    }
}

impl Signature {
    fn body(&self) -> Value {
        let kind = match self.kind {
            Kind::First => "FIRST",
            Kind::Second => "SECOND",
        };
        let mut body = json!({ "signature": kind });
        if let Some(login) = &self.user {
            body["login"] = json!(login);
        }
        body
    }
}

/// Signs the digest of the statement's document with the key; Base64 of a detached CMS.
fn signed(caller: &Administration, path: &str, files: &str) -> Result<String, Failure> {
    let (key, certificate) =
        files.split_once(',').ok_or("name a key and a certificate, separated by a comma")?;
    let signer = Signer::from_pem(&read_text(Path::new(key))?, &read_text(Path::new(certificate))?)?;
    let document = caller.get(&format!("{path}/document")).map_err(told)?;
    let digest = BASE64.decode(document["digest"].as_str().unwrap_or_default())?;
    let digest: [u8; 32] = digest.try_into().map_err(|_| "the digest is not understood")?;
    Ok(BASE64.encode(cms::sign(&digest, &[&signer])?))
}
