//! Puts what was typed into the form of a page.
//!
//! It reads pages that this program has just written, and no others: every `<` in a text and every quotation mark in a
//! value is escaped there, so that a tag ends where it seems to. Values are escaped as the templates escape them.

mod tag;

use std::collections::BTreeMap;

use tag::{Tag, escaped, next_tag, tags};

use super::KeptForm;

/// Hidden fields that each showing of a form has anew: they tell nothing about which form it is.
const PER_SHOWING: &[&str] = &["csrf", "version", "key", "form"];
/// The hidden field that is put back: what has changed since the person looked is to be told as a conflict.
const VERSION: &str = "version";
/// The beginning of an element that is folded until it has the mark `open`.
const FOLDED: &str = "<details";
/// Kinds of fields that hold what a person types as a text.
const TYPED: &[&str] = &["text", "search", "email", "url", "tel", "number", "date"];

/// Returns the page with the values of `kept` in the form that it was sent from, and `note` above its fields. Where the
/// form is folded away, it is opened. `None` when the page has no such form.
pub(super) fn fill(html: &str, kept: &KeptForm, note: &str) -> Option<String> {
    let mut around = Vec::new();
    for tag in tags(html) {
        match tag.name {
            "details" => around.push(tag.raw("open").is_none().then_some(tag.start + FOLDED.len())),
            "/details" => {
                around.pop();
            }
            _ => {}
        }
        if tag.name != "form" || tag.value("action").as_deref() != Some(&kept.action) {
            continue;
        }
        let rest = html.get(tag.end..)?;
        let inside = rest.get(..rest.find("</form>")?)?;
        if !is_the_form(inside, kept) {
            continue;
        }
        let before = opened(html.get(..tag.end)?, &around)?;
        let behind = rest.get(inside.len()..)?;
        let filled = Filling::of(kept).fill(inside);
        return Some(format!(
            "{before}\n<p class=\"alert\" role=\"status\">{}</p>{filled}{behind}",
            escaped(note)
        ));
    }
    None
}

/// Opens what is around the end of a page's part, by the ends of the names of its tags; none for what is open.
fn opened(part: &str, around: &[Option<usize>]) -> Option<String> {
    let (mut out, mut from) = (String::with_capacity(part.len()), 0);
    for at in around.iter().flatten() {
        out.push_str(part.get(from..*at)?);
        out.push_str(" open");
        from = *at;
    }
    out.push_str(part.get(from..)?);
    Some(out)
}

/// Tells whether every hidden field of a form was sent with the value that it has: a page may have a form of the same
/// address for each of its lines.
fn is_the_form(inside: &str, kept: &KeptForm) -> bool {
    let mut hidden = tags(inside).filter(|tag| tag.name == "input" && tag.raw("type") == Some("hidden"));
    hidden.all(|tag| {
        let (Some(name), value) = (tag.value("name"), tag.value("value").unwrap_or_default()) else {
            return true;
        };
        let sent = || kept.fields.iter().any(|(own, sent)| *own == name && *sent == value);
        PER_SHOWING.contains(&name.as_str()) || sent()
    })
}

/// Values that are still to be put into their fields.
struct Filling<'k> {
    values: BTreeMap<&'k str, Vec<&'k str>>,
    /// The number of text fields of each name so far: several of one name have their values in order.
    seen: BTreeMap<String, usize>,
}

impl<'k> Filling<'k> {
    fn of(kept: &'k KeptForm) -> Self {
        let mut values: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (name, value) in &kept.fields {
            values.entry(name).or_default().push(value);
        }
        Self { values, seen: BTreeMap::new() }
    }

    fn fill(mut self, inside: &str) -> String {
        let mut out = String::with_capacity(inside.len());
        let (mut from, mut choice) = (0, None);
        while let Some(tag) = next_tag(inside, from) {
            out.push_str(inside.get(from..tag.start).unwrap_or_default());
            from = tag.end;
            match tag.name {
                "input" => out.push_str(&self.input(&tag)),
                "select" => {
                    choice = tag.value("name");
                    out.push_str(tag.text);
                }
                "/select" => {
                    choice = None;
                    out.push_str(tag.text);
                }
                "option" => out.push_str(&self.option(&tag, choice.as_deref())),
                "textarea" => {
                    out.push_str(tag.text);
                    let end = inside.get(from..).and_then(|rest| rest.find("</textarea>"));
                    let typed = tag.value("name").and_then(|name| self.next(&name));
                    if let (Some(end), Some(typed)) = (end, typed) {
                        // The first line break after the tag is none of the text.
                        out.push('\n');
                        out.push_str(&escaped(typed));
                        from += end;
                    }
                }
                _ => out.push_str(tag.text),
            }
        }
        out.push_str(inside.get(from..).unwrap_or_default());
        out
    }

    /// Returns the next value of a text field.
    fn next(&mut self, name: &str) -> Option<&'k str> {
        let values = self.values.get(name)?;
        let seen = self.seen.entry(name.to_owned()).or_default();
        let value = values.get(*seen).copied();
        *seen += 1;
        value
    }

    fn has(&self, name: &str, value: &str) -> bool {
        self.values.get(name).is_some_and(|values| values.contains(&value))
    }

    fn input(&mut self, tag: &Tag<'_>) -> String {
        let (Some(name), kind) = (tag.value("name"), tag.raw("type").unwrap_or("text")) else {
            return tag.text.to_owned();
        };
        match kind {
            "checkbox" | "radio" => {
                let value = tag.value("value").unwrap_or_else(|| "on".to_owned());
                tag.with_mark("checked", self.has(&name, &value))
            }
            "hidden" if name == VERSION => match self.values.get(VERSION).map(Vec::as_slice) {
                Some([version]) => tag.with_value(version),
                _ => tag.text.to_owned(),
            },
            kind if TYPED.contains(&kind) && tag.raw("autocomplete") != Some("one-time-code") => {
                self.next(&name).map_or_else(|| tag.text.to_owned(), |value| tag.with_value(value))
            }
            _ => tag.text.to_owned(),
        }
    }

    fn option(&self, tag: &Tag<'_>, choice: Option<&str>) -> String {
        let (Some(choice), Some(value)) = (choice, tag.value("value")) else { return tag.text.to_owned() };
        if !self.values.contains_key(choice) {
            return tag.text.to_owned();
        }
        tag.with_mark("selected", self.has(choice, &value))
    }
}

#[cfg(test)]
mod tests;
