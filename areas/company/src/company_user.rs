//! Rights and signature scheme of a company, as its administrator decides about them (ONL-06).

use clients::{Right, Rights, SignatureScheme, SignatureType};
use kernel::UserId;

/// Error for rights that an administrator wants to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RightsError {
    /// A text that names no right.
    Unknown,
    /// Rights without the one to act for the company: they would mean nothing.
    WithoutAct,
}

/// Reads the rights that were ticked; none takes the user out of the company.
pub fn ticked(names: &[&str]) -> Result<Rights, RightsError> {
    let rights: Rights = names
        .iter()
        .map(|name| name.parse::<Right>())
        .collect::<Result<_, _>>()
        .map_err(|_| RightsError::Unknown)?;
    if rights.is_empty() || rights.contains(Right::Act) { Ok(rights) } else { Err(RightsError::WithoutAct) }
}

/// Writes rights as one text, in the order of [`Right`]: what a form names as the state that it showed.
pub fn written(rights: Rights) -> String {
    rights.iter().map(Right::as_str).collect::<Vec<_>>().join(" ")
}

/// Reads what [`written`] wrote.
pub fn read(text: &str) -> Result<Rights, RightsError> {
    let names = text.split_ascii_whitespace().map(str::parse::<Right>);
    names.collect::<Result<_, _>>().map_err(|_| RightsError::Unknown)
}

/// Tells that these people can give every signature of the scheme: those with the right to the first, and those with
/// the right to the second. One person signs a document once, unless the scheme lets one person give both types
/// (PAY-12). Each list may end where it has as many people as any scheme needs signatures.
pub fn can_be_met(scheme: SignatureScheme, may_first: &[UserId], may_second: &[UserId]) -> bool {
    let needed = |kind| usize::from(scheme.needed(kind));
    let (first, second) = (needed(SignatureType::First), needed(SignatureType::Second));
    let only_second = may_second.iter().filter(|person| !may_first.contains(person)).count();
    let enough_people = scheme.allows_same_person() || may_first.len() + only_second >= first + second;
    may_first.len() >= first && may_second.len() >= second && enough_people
}

#[cfg(test)]
mod tests;
