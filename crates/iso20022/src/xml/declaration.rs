//! `<?xml version="1.0" encoding="…" standalone="…"?>`, the first line of most documents (XML 1.0, production 23).

use super::error::{XmlError, XmlErrorKind};

/// The values of the declaration; the version is always 1.0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Declaration<'t> {
    pub(crate) encoding: Option<&'t str>,
}

/// Reads the declaration at the beginning of the text. Returns it, when there is one, and where the rest begins.
pub(crate) fn parse(text: &str) -> Result<(Option<Declaration<'_>>, usize), XmlError> {
    let Some(inside) = text.strip_prefix("<?xml").filter(|rest| rest.starts_with(is_space)) else {
        return Ok((None, 0));
    };
    let error = |rest: &str, kind| XmlError::new(text.len() - rest.len(), kind);
    let mut rest = inside;
    let version =
        pseudo_attribute(&mut rest, "version").ok_or_else(|| error(rest, XmlErrorKind::Declaration))?;
    if version != "1.0" {
        return Err(error(rest, XmlErrorKind::Version));
    }
    let encoding = pseudo_attribute(&mut rest, "encoding");
    let well_named = encoding.is_none_or(|name| {
        name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-'))
    });
    let standalone = pseudo_attribute(&mut rest, "standalone");
    if !well_named || standalone.is_some_and(|said| said != "yes" && said != "no") {
        return Err(error(rest, XmlErrorKind::Declaration));
    }
    match rest.trim_start_matches(is_space).strip_prefix("?>") {
        Some(behind) => Ok((Some(Declaration { encoding }), text.len() - behind.len())),
        None => Err(error(rest, XmlErrorKind::Declaration)),
    }
}

/// White space, the name, `=`, and the value between quotes of one kind. Nothing is consumed when it is not there.
fn pseudo_attribute<'t>(rest: &mut &'t str, name: &str) -> Option<&'t str> {
    let spaced = rest.trim_start_matches(is_space);
    if spaced.len() == rest.len() {
        return None;
    }
    let sign = spaced.strip_prefix(name)?.trim_start_matches(is_space).strip_prefix('=')?;
    let quoted = sign.trim_start_matches(is_space);
    let quote = quoted.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let (value, behind) = quoted.get(1..)?.split_once(quote)?;
    *rest = behind;
    Some(value)
}

/// White space of XML (production 3).
pub(crate) const fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r')
}
