//! A filter as a value of its own: written as text in any of the ways that the language has, and evaluated on a row
//! without looking at that text.

use super::rows::Row;

#[derive(Clone, Debug)]
pub(crate) enum Model {
    /// All of these, with the word if true.
    And(Vec<Model>, bool),
    /// One of these, with the word if true.
    Or(Vec<Model>, bool),
    Compare(Comparison),
}

#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    pub(crate) operand: Operand,
    pub(crate) operator: Operator,
    /// The longer way to write the operator.
    pub(crate) is_long: bool,
    pub(crate) has_blanks: bool,
}

/// A field with values of its type, one but with lists.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Id(Vec<i64>),
    Rank(Vec<i64>),
    CreatedAt(Vec<i64>),
    State(Vec<&'static str>),
    Name(Vec<Text>),
    Note(Vec<Text>),
}

/// Characters and wildcards (`None`), and how they are quoted.
#[derive(Clone, Debug)]
pub(crate) struct Text(pub(crate) Vec<Option<char>>, pub(crate) char);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    Out,
}

impl Model {
    /// Tells whether the filter selects the row.
    pub(crate) fn selects(&self, row: &Row) -> bool {
        match self {
            Self::And(all, _) => all.iter().all(|one| one.selects(row)),
            Self::Or(any, _) => any.iter().any(|one| one.selects(row)),
            Self::Compare(one) => one.selects(row),
        }
    }

    pub(crate) fn text(&self) -> String {
        let joined = |models: &[Self], glue: &str| {
            format!("({})", models.iter().map(Self::text).collect::<Vec<_>>().join(glue))
        };
        match self {
            Self::And(models, is_word) => joined(models, if *is_word { " and " } else { ";" }),
            Self::Or(models, is_word) => joined(models, if *is_word { " or " } else { "," }),
            Self::Compare(one) => one.text(),
        }
    }
}

impl Comparison {
    fn selects(&self, row: &Row) -> bool {
        match &self.operand {
            Operand::Id(values) => self.holds(Some(&row.id), values, i64::eq),
            Operand::Rank(values) => self.holds(row.rank.as_ref(), values, i64::eq),
            Operand::CreatedAt(values) => self.holds(Some(&row.created_at_us), values, i64::eq),
            Operand::State(values) => self.holds(Some(&row.state), values, |state, value| state == value),
            Operand::Name(values) => self.holds_text(Some(&row.name), values),
            Operand::Note(values) => self.holds_text(row.note.as_deref(), values),
        }
    }

    fn holds_text(&self, text: Option<&str>, values: &[Text]) -> bool {
        let characters: Option<Vec<Option<char>>> = text.map(|text| text.chars().map(Some).collect());
        let symbols: Vec<&[Option<char>]> = values.iter().map(|value| &*value.0).collect();
        self.holds(characters.as_deref().as_ref(), &symbols, |text, value| fits(text, value))
    }

    /// Decides by the operator, given the meaning of equal.
    fn holds<T: PartialOrd>(&self, actual: Option<&T>, values: &[T], equal: impl Fn(&T, &T) -> bool) -> bool {
        let is_one = || actual.is_some_and(|actual| values.iter().any(|value| equal(actual, value)));
        let is_ordered = |holds: fn(&T, &T) -> bool| actual.is_some_and(|actual| holds(actual, &values[0]));
        match self.operator {
            Operator::Equal | Operator::In => is_one(),
            Operator::NotEqual | Operator::Out => !is_one(),
            Operator::Less => is_ordered(|actual, value| actual < value),
            Operator::LessOrEqual => is_ordered(|actual, value| actual <= value),
            Operator::Greater => is_ordered(|actual, value| actual > value),
            Operator::GreaterOrEqual => is_ordered(|actual, value| actual >= value),
        }
    }

    fn text(&self) -> String {
        let (field, values): (_, Vec<String>) = match &self.operand {
            Operand::Id(values) => ("id", values.iter().map(i64::to_string).collect()),
            Operand::Rank(values) => ("rank", values.iter().map(i64::to_string).collect()),
            Operand::CreatedAt(values) => ("createdAt", values.iter().map(|value| moment(*value)).collect()),
            Operand::State(values) => ("state", values.iter().map(ToString::to_string).collect()),
            Operand::Name(values) => ("name", values.iter().map(Text::text).collect()),
            Operand::Note(values) => ("note", values.iter().map(Text::text).collect()),
        };
        let (short, long) = match self.operator {
            Operator::Equal => ("==", "=="),
            Operator::NotEqual => ("!=", "!="),
            Operator::Less => ("<", "=lt="),
            Operator::LessOrEqual => ("<=", "=le="),
            Operator::Greater => (">", "=gt="),
            Operator::GreaterOrEqual => (">=", "=ge="),
            Operator::In => ("=in=", "=in="),
            Operator::Out => ("=out=", "=out="),
        };
        let operator = if self.is_long { long } else { short };
        let blank = if self.has_blanks { " " } else { "" };
        let values = if values.len() == 1 { values.concat() } else { format!("({})", values.join(",")) };
        format!("{field}{blank}{operator}{blank}{values}")
    }
}

impl Text {
    fn text(&self) -> String {
        let Self(symbols, quote) = self;
        let written = symbols.iter().map(|symbol| match symbol {
            None => "*".to_owned(),
            Some(character) if *character == *quote || ['\\', '*'].contains(character) => {
                format!("\\{character}")
            }
            Some(character) => character.to_string(),
        });
        format!("{quote}{}{quote}", written.collect::<String>())
    }
}

/// Tells whether the text fits the pattern, by trying every way.
fn fits(text: &[Option<char>], pattern: &[Option<char>]) -> bool {
    match pattern.split_first() {
        None => text.is_empty(),
        Some((None, rest)) => (0..=text.len()).any(|taken| fits(&text[taken..], rest)),
        Some((one, rest)) => text.split_first().is_some_and(|(first, more)| first == one && fits(more, rest)),
    }
}

fn moment(microseconds: i64) -> String {
    kernel::Instant::from_microseconds(microseconds).to_string()
}
