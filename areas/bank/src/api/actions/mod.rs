//! People of the bank over HTTP: actions, proposals, registry and trail (LIF-06).

pub(super) mod calls;
pub(super) mod proposals;
pub(super) mod registry;
pub(super) mod trail;
mod wire;

use serde::Deserialize;
use utoipa::IntoParams;

use super::error::BankError;
use crate::state::BankState;
use crate::work::actions::PeopleError;
use crate::work::actions::action::{Action, RegistryTable};

/// An action.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::api) struct ActionPath {
    /// The name of the action.
    #[param(example = "users.lock")]
    action: String,
}

impl ActionPath {
    fn find<'a>(&self, state: &'a BankState) -> Result<&'a Action, BankError> {
        let found = state.administration.actions.iter().find(|action| action.declared.name == self.action);
        found.ok_or_else(|| PeopleError::Absent("action").into())
    }
}

/// A proposal.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::api) struct ProposalPath {
    /// Its number.
    #[param(example = 17, value_type = i64, minimum = 1)]
    number: String,
}

impl ProposalPath {
    /// Reads the number; a text that is none names no proposal.
    fn number(&self) -> Result<i64, BankError> {
        let is_plain = self.number.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.number.parse().ok().filter(|_| is_plain);
        number.ok_or_else(|| PeopleError::Absent("proposal").into())
    }
}

fn table<'a>(state: &'a BankState, name: &str) -> Result<&'a RegistryTable, BankError> {
    let found = state.administration.tables.iter().find(|table| table.name == name);
    found.ok_or_else(|| PeopleError::Absent("table").into())
}
