//! Which companies may be included in a unified treasury (TRE-02).

/// What decides about a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The bank serves it: it is not closed.
    pub is_open: bool,
    /// It belongs to a unified treasury already.
    pub is_in_treasury: bool,
    /// At least one of its accounts is an open settlement account.
    pub has_open_settlement_account: bool,
}

/// Whether a company in this standing may be included in a unified treasury:
///
/// | open | in a treasury | open settlement account | may be included |
/// |---|---|---|---|
/// | no | any | any | no: the bank no longer serves it |
/// | yes | yes | any | no: a company is in one treasury at a time |
/// | yes | no | no | no: there is nothing to gather money from |
/// | yes | no | yes | **yes** |
#[must_use]
pub const fn is_eligible(standing: Standing) -> bool {
    standing.is_open && !standing.is_in_treasury && standing.has_open_settlement_account
}

#[cfg(test)]
mod tests;
