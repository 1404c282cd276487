//! Filters: the grammar, and the types of compared values.

use crate::field::{Field, Fields, Kind};
use crate::scanner::Scanner;
use crate::value::Value;
use crate::{RsqlError, RsqlErrorKind};

pub const CHARACTERS_MAX: usize = 4_096;
pub const COMPARISONS_MAX: usize = 64;
/// The most parentheses inside each other.
pub const DEPTH_MAX: usize = 16;
pub const VALUES_MAX: usize = 100;
/// The most values with wildcards in a filter: each costs time for every row that is looked at.
pub const PATTERNS_MAX: usize = 32;

/// The operators in order, by every way to write them.
const OPERATORS: [(&str, Operator); 12] = [
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("=lt=", Operator::Less),
    ("<", Operator::Less),
    ("=le=", Operator::LessOrEqual),
    ("<=", Operator::LessOrEqual),
    ("=gt=", Operator::Greater),
    (">", Operator::Greater),
    ("=ge=", Operator::GreaterOrEqual),
    (">=", Operator::GreaterOrEqual),
    ("=in=", Operator::In),
    ("=out=", Operator::Out),
];

/// A condition on the rows of a list, typed and within every limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter(pub(crate) Condition);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    True,
    Or(Vec<Condition>),
    And(Vec<Condition>),
    Comparison(Comparison),
}

/// A field, an operator and its operands: one value, or several with [`Operator::In`] and [`Operator::Out`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    pub(crate) field: &'static Field,
    pub(crate) operator: Operator,
    pub(crate) values: Vec<Value>,
}

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

impl Operator {
    const fn is_ordering(self) -> bool {
        match self {
            Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => true,
            Self::Equal | Self::NotEqual | Self::In | Self::Out => false,
        }
    }

    const fn takes_list(self) -> bool {
        matches!(self, Self::In | Self::Out)
    }
}

impl Filter {
    /// Reads a filter over `fields`.
    ///
    /// # Errors
    /// The first [`RsqlError`], with its position and, where it is a short list, what is allowed there.
    pub fn parse(text: &str, fields: &Fields) -> Result<Self, RsqlError> {
        let characters: Vec<char> = text.chars().take(CHARACTERS_MAX + 1).collect();
        if characters.len() > CHARACTERS_MAX {
            return Err(RsqlError::too_many("characters in a filter", CHARACTERS_MAX, CHARACTERS_MAX + 1));
        }
        let scanner = Scanner::new(characters);
        let mut parser = Parser { scanner, fields: *fields, comparisons: 0, patterns: 0 };
        let condition = parser.or(0)?;
        if parser.scanner.is_at_end() {
            Ok(Self(condition))
        } else {
            Err(parser.scanner.error(RsqlErrorKind::ExpectedConjunction))
        }
    }

    pub const fn everything() -> Self {
        Self(Condition::True)
    }

    pub const fn is_everything(&self) -> bool {
        matches!(self.0, Condition::True)
    }
}

/// A filter that is being read, by recursive descent of at most [`DEPTH_MAX`] levels.
struct Parser {
    scanner: Scanner,
    fields: Fields,
    comparisons: usize,
    patterns: usize,
}

impl Parser {
    fn or(&mut self, depth: usize) -> Result<Condition, RsqlError> {
        let first = self.and(depth)?;
        let mut conditions = vec![first];
        while self.scanner.takes(',') || self.scanner.takes_word("or") {
            conditions.push(self.and(depth)?);
        }
        Ok(joined(conditions, Condition::Or))
    }

    fn and(&mut self, depth: usize) -> Result<Condition, RsqlError> {
        let first = self.constraint(depth)?;
        let mut conditions = vec![first];
        while self.scanner.takes(';') || self.scanner.takes_word("and") {
            conditions.push(self.constraint(depth)?);
        }
        Ok(joined(conditions, Condition::And))
    }

    fn constraint(&mut self, depth: usize) -> Result<Condition, RsqlError> {
        if !self.scanner.takes('(') {
            return self.comparison().map(Condition::Comparison);
        }
        if depth == DEPTH_MAX {
            return Err(RsqlError::too_many(
                "parentheses inside each other",
                DEPTH_MAX,
                self.scanner.position() - 1,
            ));
        }
        let condition = self.or(depth + 1)?;
        if self.scanner.takes(')') {
            Ok(condition)
        } else {
            let kind = if self.scanner.is_at_end() {
                RsqlErrorKind::UnclosedParenthesis
            } else {
                RsqlErrorKind::ExpectedConjunction
            };
            Err(self.scanner.error(kind))
        }
    }

    fn comparison(&mut self) -> Result<Comparison, RsqlError> {
        let field = self.field()?;
        self.comparisons += 1;
        if self.comparisons > COMPARISONS_MAX {
            return Err(RsqlError::too_many("comparisons", COMPARISONS_MAX, self.scanner.position()));
        }
        let operator = self.operator(field)?;
        let values = self.values(field, operator)?;
        Ok(Comparison { field, operator, values })
    }

    fn field(&mut self) -> Result<&'static Field, RsqlError> {
        let at_end = self.scanner.is_at_end();
        let position = self.scanner.position();
        let name: String = self.scanner.unreserved().iter().collect();
        if at_end || name.is_empty() {
            return Err(RsqlError::new(RsqlErrorKind::ExpectedField, position).allowing(self.fields.names()));
        }
        let unknown = || RsqlError::new(RsqlErrorKind::UnknownField, position).allowing(self.fields.names());
        self.fields.find(&name).ok_or_else(unknown)
    }

    fn operator(&mut self, field: &Field) -> Result<Operator, RsqlError> {
        let fits =
            |operator: Operator| !(operator.is_ordering() && matches!(field.kind, Kind::Enumeration(_)));
        let allowed = || OPERATORS.iter().filter(|(_, operator)| fits(*operator)).map(|(text, _)| *text);
        self.scanner.is_at_end();
        let position = self.scanner.position();
        let error = |kind| RsqlError::new(kind, position).allowing(allowed());
        let text = self.scanner.operator().ok_or_else(|| error(RsqlErrorKind::ExpectedOperator))?;
        let known = OPERATORS.iter().find(|(known, _)| *known == text);
        let operator =
            known.map(|(_, operator)| *operator).ok_or_else(|| error(RsqlErrorKind::UnknownOperator))?;
        if fits(operator) { Ok(operator) } else { Err(error(RsqlErrorKind::UnfitOperator)) }
    }

    fn values(&mut self, field: &Field, operator: Operator) -> Result<Vec<Value>, RsqlError> {
        if !self.scanner.takes('(') {
            return Ok(vec![self.value(field, operator)?]);
        }
        let mut values = vec![self.value(field, operator)?];
        while self.scanner.takes(',') {
            if !operator.takes_list() {
                return Err(RsqlError::new(RsqlErrorKind::OneValue, self.scanner.position() - 1));
            }
            if values.len() == VALUES_MAX {
                return Err(RsqlError::too_many("values in a list", VALUES_MAX, self.scanner.position()));
            }
            values.push(self.value(field, operator)?);
        }
        if self.scanner.takes(')') {
            Ok(values)
        } else {
            Err(self.scanner.error(RsqlErrorKind::UnclosedList))
        }
    }

    fn value(&mut self, field: &Field, operator: Operator) -> Result<Value, RsqlError> {
        let written = self.scanner.value()?;
        let value = Value::new(&written, field)?;
        if let Value::Pattern(_) = value {
            self.patterns += 1;
            if operator.is_ordering() {
                return Err(RsqlError::new(RsqlErrorKind::UnfitWildcard, written.position));
            }
            if self.patterns > PATTERNS_MAX {
                return Err(RsqlError::too_many("values with wildcards", PATTERNS_MAX, written.position));
            }
        }
        Ok(value)
    }
}

/// One condition as it is, several joined.
fn joined(mut conditions: Vec<Condition>, join: impl FnOnce(Vec<Condition>) -> Condition) -> Condition {
    match conditions.pop() {
        Some(only) if conditions.is_empty() => only,
        Some(last) => {
            conditions.push(last);
            join(conditions)
        }
        None => Condition::True,
    }
}
