//! Simple types: a primitive and its facets (XML Schema part 2).

use std::borrow::Cow;

use super::lexical::{self, Decimal};
use super::pattern::Pattern;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Primitive {
    String,
    Decimal,
    Integer,
    Boolean,
    Date,
    DateTime,
    Time,
    Year,
    YearMonth,
    Base64,
}

/// The treatment of white space before any other check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum WhiteSpace {
    Preserve,
    /// Each a blank.
    Replace,
    /// One blank between words, none around.
    Collapse,
}

#[derive(Debug, Clone)]
pub(crate) struct SimpleType {
    pub(crate) primitive: Primitive,
    pub(crate) white_space: WhiteSpace,
    pub(crate) facets: Facets,
}

/// The restrictions of a primitive; all have to hold.
#[derive(Debug, Clone, Default)]
pub(crate) struct Facets {
    /// In characters, of base64 in bytes.
    pub(crate) length_min: Option<usize>,
    pub(crate) length_max: Option<usize>,
    /// Of each step of derivation one.
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) enumeration: Option<Vec<String>>,
    pub(crate) total_digits: Option<usize>,
    pub(crate) fraction_digits: Option<usize>,
    pub(crate) bounds: Vec<Bound>,
}

impl Facets {
    /// About how much memory a copy takes, in bytes: compiled patterns are shared by copies.
    pub(crate) fn copied_bytes(&self) -> usize {
        let values = self.enumeration.iter().flatten().map(String::as_str);
        let bounds = self.bounds.iter().map(|bound| bound.shown.as_str());
        let patterns = self.patterns.iter().map(Pattern::source);
        values.chain(bounds).chain(patterns).map(|text| text.len() + OWNED_TEXT_BYTES).sum()
    }
}

/// The size of a text besides its letters, in bytes: its entry in a list and the allocator's share.
const OWNED_TEXT_BYTES: usize = 128;

#[derive(Debug, Clone)]
pub(crate) struct Bound {
    pub(crate) kind: BoundKind,
    pub(crate) value: Decimal,
    /// As the schema writes it.
    pub(crate) shown: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoundKind {
    AtLeast,
    MoreThan,
    AtMost,
    LessThan,
}

/// The most characters of a wrong value that a reason repeats.
const VALUE_SHOWN_MAX: usize = 40;
/// The most values of an enumeration that a reason lists.
const ENUMERATION_SHOWN_MAX: usize = 12;

impl SimpleType {
    pub(crate) fn plain(primitive: Primitive, white_space: WhiteSpace) -> Self {
        Self { primitive, white_space, facets: Facets::default() }
    }

    /// Checks a text; the error is the first reason why it is none of this type.
    pub(crate) fn check(&self, raw: &str) -> Result<(), String> {
        let text = self.spaced(raw);
        match self.primitive {
            Primitive::String => self.length(&text)?,
            Primitive::Decimal | Primitive::Integer => self.number(&text)?,
            Primitive::Base64 => {
                let bytes =
                    lexical::base64_length(&text).ok_or_else(|| format!("{} is not Base64", shown(&text)))?;
                self.length_of(bytes, "bytes")?;
            }
            Primitive::Boolean => {
                require(matches!(&*text, "true" | "false" | "1" | "0"), &text, "true or false")?;
            }
            Primitive::Date => {
                zoned(&text, lexical::date, "a date that exists, written 2026-01-31")?;
            }
            Primitive::DateTime => zoned(
                &text,
                lexical::date_time,
                "a date and time that exist, written 2026-01-31T09:30:00 with or without a time zone",
            )?,
            Primitive::Time => zoned(&text, lexical::time, "a time, written 09:30:00")?,
            Primitive::Year => zoned(&text, lexical::year, "a year, written 2026")?,
            Primitive::YearMonth => zoned(&text, lexical::year_month, "a month, written 2026-01")?,
        }
        self.patterns_and_values(&text)
    }

    fn spaced<'t>(&self, raw: &'t str) -> Cow<'t, str> {
        match self.white_space {
            WhiteSpace::Replace if raw.contains(['\t', '\n', '\r']) => {
                Cow::Owned(raw.replace(['\t', '\n', '\r'], " "))
            }
            WhiteSpace::Preserve | WhiteSpace::Replace => Cow::Borrowed(raw),
            WhiteSpace::Collapse => lexical::collapsed(raw),
        }
    }

    fn length(&self, text: &str) -> Result<(), String> {
        let Facets { length_min, length_max, .. } = self.facets;
        // A text has at most as many characters as bytes, and at least a quarter: most texts need no counting.
        let surely_short = length_max.is_none_or(|max| text.len() <= max);
        let surely_long = length_min.is_none_or(|min| text.len().div_ceil(4) >= min);
        if surely_short && surely_long { Ok(()) } else { self.length_of(text.chars().count(), "characters") }
    }

    fn length_of(&self, length: usize, unit: &str) -> Result<(), String> {
        if let Some(max) = self.facets.length_max.filter(|max| length > *max) {
            return Err(format!("{length} {unit} long, at most {max} are allowed"));
        }
        match self.facets.length_min.filter(|min| length < *min) {
            Some(_) if length == 0 => Err("the value is empty".to_owned()),
            Some(min) => Err(format!("{length} {unit} long, at least {min} are required")),
            None => Ok(()),
        }
    }

    fn number(&self, text: &str) -> Result<(), String> {
        let number =
            Decimal::parse(text).ok_or_else(|| format!("{} is not a decimal number", shown(text)))?;
        if self.primitive == Primitive::Integer && text.contains('.') {
            return Err(format!("{} is not a whole number", shown(text)));
        }
        if let Some(max) = self.facets.total_digits.filter(|max| number.digits() > *max) {
            return Err(format!("the number has {} digits, at most {max} are allowed", number.digits()));
        }
        if let Some(max) = self.facets.fraction_digits.filter(|max| number.fraction_digits() > *max) {
            let digits = number.fraction_digits();
            return Err(format!("the number has {digits} digits after the point, at most {max} are allowed"));
        }
        for bound in &self.facets.bounds {
            let order = number.compare(&bound.value);
            let (fits, words) = match bound.kind {
                BoundKind::AtLeast => (order.is_ge(), "at least"),
                BoundKind::MoreThan => (order.is_gt(), "more than"),
                BoundKind::AtMost => (order.is_le(), "at most"),
                BoundKind::LessThan => (order.is_lt(), "less than"),
            };
            if !fits {
                return Err(format!("{} is not {words} {}", shown(text), bound.shown));
            }
        }
        Ok(())
    }

    fn patterns_and_values(&self, text: &str) -> Result<(), String> {
        if let Some(pattern) = self.facets.patterns.iter().find(|pattern| !pattern.fits(text)) {
            return Err(format!("{} does not have the form {}", shown(text), pattern.source()));
        }
        match self.facets.enumeration.as_ref().filter(|values| !values.iter().any(|one| one == text)) {
            Some(values) => Err(format!("{} is none of {}", shown(text), listed(values))),
            None => Ok(()),
        }
    }
}

fn zoned<T>(text: &str, read: fn(&mut &str) -> Option<T>, what: &str) -> Result<(), String> {
    require(lexical::is_zoned(text, read), text, what)
}

fn require(fits: bool, text: &str, what: &str) -> Result<(), String> {
    if fits { Ok(()) } else { Err(format!("{} is not {what}", shown(text))) }
}

/// The value between quotes, control characters escaped, cut when it is long.
pub(crate) fn shown(text: &str) -> String {
    let mut beginning: String = text.chars().take(VALUE_SHOWN_MAX).collect();
    if beginning.len() < text.len() {
        beginning.push('…');
    }
    format!("{beginning:?}")
}

fn listed(values: &[String]) -> String {
    let mut list =
        values.iter().take(ENUMERATION_SHOWN_MAX).map(String::as_str).collect::<Vec<_>>().join(", ");
    if values.len() > ENUMERATION_SHOWN_MAX {
        list.push_str(", …");
    }
    list
}
