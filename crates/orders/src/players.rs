//! The setting that says who answers which orders (BNK-02).

use std::collections::BTreeMap;

use thiserror::Error;

use crate::kind::{OrderKind, Role};

kernel::text_enum! {
    /// Player that answers the orders of a kind.
    pub enum Player {
        /// The program itself.
        Embedded = "embedded",
        /// The bank's systems, over the bank API.
        Bank = "bank",
        /// Nobody: the checks refuse what needs such an order.
        Nobody = "none",
    }
}

/// Error of a setting that does not say who answers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayersError {
    #[error("`{0}` is not KIND=bank, KIND=embedded or KIND=none")]
    Entry(String),
    #[error("there are no orders of the kind `{0}`")]
    UnknownKind(String),
    #[error("`{0}` is named twice")]
    Twice(String),
    /// A live database needs an answer for each kind.
    #[error("it is not said who answers {} (KIND=bank, KIND=embedded or KIND=none)", .0.join(", "))]
    Missing(Vec<&'static str>),
    /// Nothing would refuse what needs such an order, and it would wait for ever.
    #[error("{0} is decided by somebody: it takes {1} and not `none`")]
    Nobody(&'static str, &'static str),
    /// Nobody outside would have said that money moved.
    #[error("{0} moves money: a bank's own database takes `bank` or `none` for it and never `embedded`")]
    Money(&'static str),
    /// The program would book what the core alone books.
    #[error("{0} is booked by the core, which keeps the accounts: it takes {1} and never `embedded`")]
    Core(&'static str, &'static str),
}

/// The player of each kind.
#[derive(Clone, Debug, Default)]
pub struct Players(BTreeMap<&'static str, Player>);

impl Players {
    /// Reads `KIND=PLAYER` entries that are separated by commas. A sandbox plays what is not named itself; a live
    /// database has every kind named and plays nothing that moves money.
    pub fn read(
        text: &str,
        kinds: impl Iterator<Item = &'static OrderKind> + Clone,
        is_live: bool,
    ) -> Result<Self, PlayersError> {
        let mut players = BTreeMap::new();
        for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let parts = entry.split_once('=').map(|(kind, player)| (kind.trim(), player.trim().parse()));
            let Some((name, Ok(player))) = parts else { return Err(PlayersError::Entry(entry.to_owned())) };
            let kind = kinds.clone().find(|kind| kind.name == name);
            let kind = kind.ok_or_else(|| PlayersError::UnknownKind(name.to_owned()))?;
            if is_live && kind.moves_money && player == Player::Embedded {
                return Err(PlayersError::Money(kind.name));
            }
            if player == Player::Nobody && !kind.is_refused_by_checks {
                let others = if books(kind) {
                    "`bank`, or `embedded` where the program keeps the accounts,"
                } else {
                    "`bank` or `embedded`"
                };
                return Err(PlayersError::Nobody(kind.name, others));
            }
            if players.insert(kind.name, player).is_some() {
                return Err(PlayersError::Twice(name.to_owned()));
            }
        }
        let missing: Vec<_> =
            kinds.map(|kind| kind.name).filter(|name| !players.contains_key(name)).collect();
        if is_live && !missing.is_empty() {
            return Err(PlayersError::Missing(missing));
        }
        Ok(Self(players))
    }

    /// Refuses players that book, for a database whose accounts are kept by the bank's core.
    pub fn of_core(self, mut kinds: impl Iterator<Item = &'static OrderKind>) -> Result<Self, PlayersError> {
        match kinds.find(|kind| books(kind) && self.of(kind) == Player::Embedded) {
            Some(kind) if kind.is_refused_by_checks => Err(PlayersError::Core(kind.name, "`bank` or `none`")),
            Some(kind) => Err(PlayersError::Core(kind.name, "`bank`")),
            None => Ok(self),
        }
    }

    pub fn of(&self, kind: &OrderKind) -> Player {
        self.0.get(kind.name).copied().unwrap_or(Player::Embedded)
    }
}

/// Tells whether whoever plays the orders of a kind books.
fn books(kind: &OrderKind) -> bool {
    kind.moves_money || kind.role == Role::Core
}
