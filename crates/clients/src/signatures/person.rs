//! Compares the name in a certificate with that of a person.

use cms::PersonName;
use kernel::folded;

/// Tells whether a subject names the person with this full name: by its common name, or by surname and given name as
/// certificates of companies do, both [`folded`].
pub fn names_person(names: &PersonName, full_name: &str) -> bool {
    let wanted = folded(full_name);
    let whole =
        names.surname.iter().zip(&names.given_name).map(|(surname, given)| format!("{surname} {given}"));
    let mut found = names.common_name.iter().cloned().chain(whole);
    !wanted.is_empty() && found.any(|name| folded(&name) == wanted)
}

#[cfg(test)]
mod tests;
