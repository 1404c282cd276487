//! Regular expressions of XML Schema (part 2, appendix F), as far as messages use them.
//!
//! They are translated for the `regex` crate, which answers in time proportional to the text whatever the expression:
//! a hostile value cannot make it backtrack. What the translation does not know is refused when the schema is loaded.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

use regex::{Regex, RegexBuilder};

/// The most memory that one compiled pattern takes, in bytes.
const COMPILED_BYTES_MAX: usize = 128 << 10;

/// The alternatives of one step of derivation: one of them has to fit the whole text.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    source: String,
    compiled: Regex,
}

impl Pattern {
    /// Compiles the alternatives; the error is for the person who wrote the schema.
    pub(crate) fn compile(alternatives: &[&str]) -> Result<Self, String> {
        let mut translated = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            translated
                .push(translate(alternative).map_err(|reason| format!("pattern {alternative}: {reason}"))?);
        }
        let whole = format!("^(?:{})$", translated.join("|"));
        let compiled = RegexBuilder::new(&whole)
            .size_limit(COMPILED_BYTES_MAX)
            .build()
            .map_err(|error| format!("pattern {}: {error}", alternatives.join(" or ")))?;
        Ok(Self { source: alternatives.join(" or "), compiled })
    }

    pub(crate) fn fits(&self, text: &str) -> bool {
        self.compiled.is_match(text)
    }

    /// As the schema writes it.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }
}

fn translate(source: &str) -> Result<String, String> {
    let mut letters = source.chars().peekable();
    let mut target = String::with_capacity(source.len() * 2);
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => escaped(&mut letters, &mut target)?,
            '[' => class(&mut letters, &mut target)?,
            // A group never captures; `(?` would begin an option of another dialect.
            '(' if letters.peek() == Some(&'?') => return Err("(? is not of XML Schema".to_owned()),
            '(' => target.push_str("(?:"),
            '.' => target.push_str(r"[^\n\r]"),
            ')' | '|' => target.push(letter),
            '?' | '*' | '+' | '{' => {
                quantifier(letter, &mut letters, &mut target)?;
            }
            ']' | '}' => return Err(format!("{letter} closes nothing")),
            _ => literal(letter, &mut target),
        }
    }
    Ok(target)
}

/// A quantifier as it is; a second one after it would mean something else in the other dialect.
fn quantifier(first: char, letters: &mut Peekable<Chars<'_>>, target: &mut String) -> Result<(), String> {
    target.push(first);
    if first == '{' {
        loop {
            match letters.next() {
                Some(part @ ('0'..='9' | ',')) => target.push(part),
                Some('}') => break,
                _ => return Err("a quantifier is written {2}, {2,} or {2,4}".to_owned()),
            }
        }
        target.push('}');
    }
    match letters.peek() {
        Some('?' | '*' | '+' | '{') => Err("a quantifier follows a quantifier".to_owned()),
        _ => Ok(()),
    }
}

fn literal(letter: char, target: &mut String) {
    // Writing to a text does not fail.
    let _ = write!(target, r"\x{{{:x}}}", u32::from(letter));
}

/// Translates `\` and a letter into one character.
fn single(letter: char) -> Option<char> {
    match letter {
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        '\\' | '|' | '.' | '-' | '^' | '?' | '*' | '+' | '{' | '}' | '(' | ')' | '[' | ']' => Some(letter),
        _ => None,
    }
}

/// Translates `\` and a letter into a set of characters.
fn set(letter: char) -> Option<&'static str> {
    match letter {
        'd' => Some(r"\p{Nd}"),
        'D' => Some(r"\P{Nd}"),
        's' => Some(r"[\x20\t\n\r]"),
        'S' => Some(r"[^\x20\t\n\r]"),
        'w' => Some(r"[^\p{P}\p{Z}\p{C}]"),
        'W' => Some(r"[\p{P}\p{Z}\p{C}]"),
        _ => None,
    }
}

fn escaped(letters: &mut Peekable<Chars<'_>>, target: &mut String) -> Result<(), String> {
    let letter = letters.next().ok_or("\\ is at the end")?;
    if let Some(single) = single(letter) {
        literal(single, target);
        return Ok(());
    }
    match (set(letter), letter) {
        (Some(set), _) => target.push_str(set),
        (None, 'p' | 'P') => category(letter, letters, target)?,
        (None, _) => return Err(format!("\\{letter} is not supported")),
    }
    Ok(())
}

/// `\p{Lu}` and its like, general categories alone.
fn category(mark: char, letters: &mut Peekable<Chars<'_>>, target: &mut String) -> Result<(), String> {
    let inside: String =
        letters.by_ref().skip_while(|letter| *letter == '{').take_while(|letter| *letter != '}').collect();
    if inside.is_empty() || inside.len() > 2 || !inside.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return Err(format!("\\{mark}{{{inside}}} is not supported: general categories are"));
    }
    let _ = write!(target, "\\{mark}{{{inside}}}");
    Ok(())
}

/// `[…]` after its opening bracket.
fn class(letters: &mut Peekable<Chars<'_>>, target: &mut String) -> Result<(), String> {
    target.push('[');
    if letters.next_if_eq(&'^').is_some() {
        target.push('^');
    }
    let mut empty = true;
    loop {
        let letter = letters.next().ok_or("[ is not closed")?;
        match letter {
            ']' if empty => return Err("[] is empty".to_owned()),
            ']' => break,
            '[' => return Err("[ inside a class is not supported".to_owned()),
            '-' if letters.peek() == Some(&'[') => {
                return Err("subtraction of classes is not supported".to_owned());
            }
            '\\' => {
                let next = *letters.peek().ok_or("\\ is at the end")?;
                match single(next) {
                    Some(single) => {
                        letters.next();
                        range(single, letters, target)?;
                    }
                    None => escaped(letters, target)?,
                }
            }
            _ => range(letter, letters, target)?,
        }
        empty = false;
    }
    target.push(']');
    Ok(())
}

/// One character of a class, or a range that begins with it. A hyphen at the end of the class is itself.
fn range(from: char, letters: &mut Peekable<Chars<'_>>, target: &mut String) -> Result<(), String> {
    literal(from, target);
    let mut ahead = letters.clone();
    if ahead.next() != Some('-') || matches!(ahead.peek(), Some(']' | '[') | None) {
        return Ok(());
    }
    letters.next();
    let mut to = letters.next().ok_or("a range has no end")?;
    if to == '\\' {
        to = letters.next().and_then(single).ok_or("a range ends with one character")?;
    }
    if to < from {
        return Err(format!("the range {from}-{to} is backwards"));
    }
    target.push('-');
    literal(to, target);
    Ok(())
}
