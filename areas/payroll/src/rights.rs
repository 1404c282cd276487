//! The rights that payroll asks of a user (PAY-15), decided here alone.

use clients::{Right, Rights, SignatureType};

pub const fn may_see(rights: Rights) -> bool {
    rights.contains(Right::Act)
        && (rights.contains(Right::EditPayroll)
            || rights.contains(Right::SignFirst)
            || rights.contains(Right::SignSecond))
}

/// Returns `true` when these rights allow creating, correcting and deleting statements.
pub const fn may_edit(rights: Rights) -> bool {
    rights.contains(Right::Act) && rights.contains(Right::EditPayroll)
}

pub fn signs(rights: Rights) -> bool {
    SignatureType::ALL.iter().any(|kind| rights.may_sign(*kind))
}

#[cfg(test)]
mod tests;
