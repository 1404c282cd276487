//! Companies that may be included in a unified treasury (TRE-02).

use kernel::Translated;

/// The characters of a tax number: of a company, of an entrepreneur.
const INN_DIGITS: [usize; 2] = [10, 12];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub is_open: bool,
    pub is_in_treasury: bool,
    /// At least one of its accounts is an open settlement account.
    pub has_open_settlement_account: bool,
}

/// Tells whether a company in this standing may be included in a unified treasury:
///
/// | open | in a treasury | open settlement account | may be included |
/// |---|---|---|---|
/// | no | any | any | no: the bank no longer serves it |
/// | yes | yes | any | no: a company is in one treasury at a time |
/// | yes | no | no | no: there is nothing to gather money from |
/// | yes | no | yes | **yes** |
pub const fn is_eligible(standing: Standing) -> bool {
    standing.is_open && !standing.is_in_treasury && standing.has_open_settlement_account
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Company {
    pub cnum: String,
    pub name: Translated,
    pub inn: String,
    pub kpp: Option<String>,
    /// True when the user may sign the document that creates a treasury with the company as its head.
    pub can_sign: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub company: Company,
    pub standing: Standing,
}

pub fn eligible(candidates: Vec<Candidate>) -> Vec<Company> {
    let eligible = candidates.into_iter().filter(|candidate| is_eligible(candidate.standing));
    eligible.map(|candidate| candidate.company).collect()
}

/// Takes the whole group, if one of its companies has the tax number, else nothing.
pub fn group_with(group: Vec<Candidate>, inn: &str) -> Vec<Candidate> {
    if group.iter().any(|candidate| candidate.company.inn == inn) { group } else { Vec::new() }
}

/// Tells whether the text can be a tax number: 10 or 12 digits, whatever their checksum.
pub fn is_inn(text: &str) -> bool {
    INN_DIGITS.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests;
