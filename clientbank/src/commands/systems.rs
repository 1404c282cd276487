//! `clientbank systems`: the bank's systems that may call the bank API.

use std::path::PathBuf;

use bank::system::SystemName;
use clap::Subcommand;
use orders::Role;

use super::keys::refuse_foreign_key;
use super::perform::Call;
use super::{Failure, read_text};
use crate::configuration::Sources;
use crate::terminal::{remark, say};

#[derive(Subcommand)]
pub(super) enum Action {
    /// List the systems: one line of JSON each.
    List,
    /// Let a system call the bank API, or give one another key or role; its tokens end.
    Add {
        /// The name, which its assertions have as `iss` and `sub`.
        name: SystemName,
        /// Its kind, which decides which orders it is handed.
        #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(Role::TEXTS.iter().copied()))]
        role: String,
        /// A file with its public key on P-256, as `openssl ec -pubout` writes it.
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
        /// Send its orders to this address, so that it need not ask; the secrets that sign them are printed once.
        #[arg(long, value_name = "ADDRESS")]
        push: Option<String>,
    },
    /// Let a system call no more; its tokens end at once.
    Close {
        /// The name.
        name: SystemName,
    },
}

impl Action {
    pub(super) fn call(&self, settings: &Sources) -> Result<Option<Call>, Failure> {
        let (name, role, key, push) = match self {
            Self::List => return Ok(None),
            Self::Close { name } => {
                let arguments = [("name", name.as_str().into())];
                return Ok(Some(Call::new("systems.close", arguments, |_| remark("closed"))));
            }
            Self::Add { name, role, key, push } => (name, role, key, push),
        };
        if push.is_some() {
            // The secrets are sealed with it.
            refuse_foreign_key(settings)?;
        }
        let pem = read_text(key)?;
        let arguments = [
            ("name", name.as_str().into()),
            ("role", role.as_str().into()),
            ("key", pem.into()),
            ("push", push.as_deref().into()),
        ];
        Ok(Some(Call::new("systems.add", arguments, |done| {
            if !done.result.is_null() {
                say(&done.result.to_string());
            }
            remark("added");
        })))
    }
}
