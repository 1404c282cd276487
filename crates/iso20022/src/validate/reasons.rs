//! The words of violations, in one place so that they sound alike.

const NAMES_SHOWN_MAX: usize = 8;
/// The most characters of a namespace that a reason repeats.
const NAMESPACE_SHOWN_MAX: usize = 80;

pub(super) fn element_in_text(name: &str) -> String {
    format!("only text is allowed here, no element {name}")
}

pub(super) const fn text_between_elements() -> &'static str {
    "text is not allowed here, only elements are"
}

pub(super) fn unexpected(name: &str, expected: &[&str]) -> String {
    if expected.is_empty() {
        return format!("the element {name} is not allowed here, and no other one");
    }
    format!("the element {name} is not allowed here; expected: {}", alternatives(expected))
}

pub(super) fn namespace(name: &str, found: &str, target: &str) -> String {
    if found.is_empty() {
        return format!("the element {name} has no namespace, it has to be {target}");
    }
    format!("the element {name} is of the namespace {}, it has to be {target}", cut(found))
}

pub(super) fn missing(name: &str) -> String {
    format!("the element {name} is missing")
}

pub(super) fn missing_before(name: &str, next: &str) -> String {
    format!("the element {name} is missing before {next}")
}

pub(super) fn missing_choice(expected: &[&str]) -> String {
    format!("one of these elements is missing: {}", alternatives(expected))
}

pub(super) fn misplaced(name: &str, last: &str) -> String {
    format!("the element {name} must come before {last}")
}

pub(super) fn too_many(name: &str, max: u32) -> String {
    match max {
        1 => format!("the element {name} may occur here once only"),
        _ => format!("the element {name} may occur here {max} times at most"),
    }
}

pub(super) fn second_choice(name: &str, first: &str) -> String {
    format!("only one element may occur here: {first} or {name}, not both")
}

pub(super) fn no_declaration(name: &str) -> String {
    format!("the element {name} is of a schema that is not known here")
}

pub(super) const fn unknown_attribute() -> &'static str {
    "the attribute is not allowed here"
}

pub(super) const fn missing_attribute() -> &'static str {
    "the attribute is missing"
}

/// `A, B or C`, cut when there are many.
fn alternatives(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [most @ .., last] if names.len() <= NAMES_SHOWN_MAX => format!("{} or {last}", most.join(", ")),
        _ => {
            let first = names.get(..NAMES_SHOWN_MAX).unwrap_or(names);
            format!("{} or {} others", first.join(", "), names.len() - first.len())
        }
    }
}

/// A text of the document, cut when it is long.
pub(super) fn cut(text: &str) -> String {
    let mut beginning: String = text.chars().take(NAMESPACE_SHOWN_MAX).collect();
    if beginning.len() < text.len() {
        beginning.push('…');
    }
    beginning
}
