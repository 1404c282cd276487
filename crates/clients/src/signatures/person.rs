//! Compares the name in a certificate with that of a person.

use cms::PersonName;

/// Tells whether a subject names the person with this full name: by its common name, or by surname and given name as
/// certificates of companies do. Capitals, `ё` and white space make no difference, nor do `й` and `ё` of two
/// characters each.
pub fn names_person(names: &PersonName, full_name: &str) -> bool {
    let wanted = folded(full_name);
    let whole =
        names.surname.iter().zip(&names.given_name).map(|(surname, given)| format!("{surname} {given}"));
    let mut found = names.common_name.iter().cloned().chain(whole);
    !wanted.is_empty() && found.any(|name| folded(&name) == wanted)
}

fn folded(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    // `й` and `ё` may come as a letter with a mark after it.
    words.join(" ").to_lowercase().replace("и\u{306}", "й").replace("е\u{308}", "е").replace('ё', "е")
}

#[cfg(test)]
mod tests;
