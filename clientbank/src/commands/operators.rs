//! `clientbank operators`: the people of the bank who change things, with their keys.

use std::path::PathBuf;

use clap::Subcommand;
use proposals::{OperatorName, OperatorRole};

use super::perform::Call;
use super::{Failure, read_text};
use crate::terminal::remark;

#[derive(Subcommand)]
pub(super) enum Action {
    /// List the operators: one line of JSON each.
    List,
    /// Add a person, who proposes changes and approves those of others. From the second one with the role security on,
    /// commands that change rights, money or keys need two people.
    Add {
        /// The name, which nobody else ever has.
        name: OperatorName,
        /// A kind of changes; may be repeated.
        #[arg(long, required = true)]
        role: Vec<OperatorRole>,
        /// A file with the public key on P-256, as `openssl ec -pubout` writes it.
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
        /// The subject (`sub`) by which the bank's directory knows the person, who logs in to the bank API by it.
        #[arg(long, value_name = "SUB")]
        directory: Option<String>,
    },
    /// Let a person change nothing any more. For another key, close the name and add another one.
    Close {
        /// The name.
        name: OperatorName,
    },
}

impl Action {
    pub(super) fn call(&self) -> Result<Option<Call>, Failure> {
        let (name, role, key, directory) = match self {
            Self::List => return Ok(None),
            Self::Close { name } => {
                let arguments = [("name", name.as_str().into())];
                return Ok(Some(Call::new("operators.close", arguments, |_| remark("closed"))));
            }
            Self::Add { name, role, key, directory } => (name, role, key, directory),
        };
        let pem = read_text(key)?;
        let roles: Vec<&str> = role.iter().map(|role| role.as_str()).collect();
        let arguments = [
            ("name", name.as_str().into()),
            ("roles", roles.join(",").into()),
            ("key", pem.into()),
            ("directory", directory.as_deref().into()),
        ];
        Ok(Some(Call::new("operators.add", arguments, |_| remark("added"))))
    }
}
