//! Simple types: a base and the facets that restrict it.

use roxmltree::Node;

use super::super::SimpleType;
use super::super::lexical::Decimal;
use super::super::pattern::Pattern;
use super::super::simple::{Bound, BoundKind, Facets, Primitive, WhiteSpace};
use super::{DERIVATION_MAX, Loader, Outcome, Spent, at, elements, is, local, only_attributes, required};

pub(super) fn built_in(name: &str) -> Option<SimpleType> {
    let (primitive, white_space) = match name {
        "string" => (Primitive::String, WhiteSpace::Preserve),
        "normalizedString" => (Primitive::String, WhiteSpace::Replace),
        "token" => (Primitive::String, WhiteSpace::Collapse),
        "decimal" => (Primitive::Decimal, WhiteSpace::Collapse),
        "integer" => (Primitive::Integer, WhiteSpace::Collapse),
        "boolean" => (Primitive::Boolean, WhiteSpace::Collapse),
        "date" => (Primitive::Date, WhiteSpace::Collapse),
        "dateTime" => (Primitive::DateTime, WhiteSpace::Collapse),
        "time" => (Primitive::Time, WhiteSpace::Collapse),
        "gYear" => (Primitive::Year, WhiteSpace::Collapse),
        "gYearMonth" => (Primitive::YearMonth, WhiteSpace::Collapse),
        "base64Binary" => (Primitive::Base64, WhiteSpace::Collapse),
        _ => return None,
    };
    Some(SimpleType::plain(primitive, white_space))
}

impl<'d> Loader<'d> {
    pub(super) fn simple_by_name(&self, node: Node<'d, 'd>, name: &str, depth: usize) -> Outcome<SimpleType> {
        match self.own_name(node, name)? {
            None => {
                built_in(local(name)).ok_or_else(|| at(node, &format!("the type {name} is not supported")))
            }
            Some(own) => match self.named.get(own) {
                Some(found) if is(*found, "simpleType") => self.simple_type(*found, depth + 1),
                _ => Err(at(node, &format!("the simple type {name} is not defined"))),
            },
        }
    }

    pub(super) fn simple_type(&self, node: Node<'d, 'd>, depth: usize) -> Outcome<SimpleType> {
        if depth > DERIVATION_MAX {
            return Err(at(node, &format!("types derive from each other more than {DERIVATION_MAX} times")));
        }
        only_attributes(node, &["name", "id"])?;
        let mut inside = elements(node);
        match (inside.next(), inside.next()) {
            (Some(restriction), None) if is(restriction, "restriction") => {
                only_attributes(restriction, &["base", "id"])?;
                let base = self.simple_by_name(restriction, required(restriction, "base")?, depth)?;
                let result = restricted(base, restriction, &self.spent)?;
                self.spent.facets(&result.facets).map_err(|reason| at(node, &reason))?;
                Ok(result)
            }
            _ => Err(at(node, "a simple type is one restriction of a named type")),
        }
    }
}

fn restricted(base: SimpleType, restriction: Node<'_, '_>, spent: &Spent) -> Outcome<SimpleType> {
    let mut result = base;
    let (mut patterns, mut values) = (Vec::new(), Vec::new());
    for facet in elements(restriction) {
        only_attributes(facet, &["value", "id", "fixed"])?;
        let value = required(facet, "value")?;
        match facet.tag_name().name() {
            "pattern" => patterns.push(value),
            "enumeration" => values.push(value.to_owned()),
            "whiteSpace" => result.white_space = white_space(facet, value)?.max(result.white_space),
            name => limit(&mut result, facet, name, value)?,
        }
    }
    if !patterns.is_empty() {
        spent.pattern().map_err(|reason| at(restriction, &reason))?;
        let pattern = Pattern::compile(&patterns).map_err(|reason| at(restriction, &reason))?;
        result.facets.patterns.push(pattern);
    }
    if !values.is_empty() {
        if result.primitive != Primitive::String {
            return Err(at(restriction, "enumerations are supported for texts only"));
        }
        // A restriction of an enumeration may only take values away.
        let kept = result.facets.enumeration.take().map_or(values.clone(), |base| {
            values.iter().filter(|value| base.contains(value)).cloned().collect()
        });
        result.facets.enumeration = Some(kept);
    }
    Ok(result)
}

fn white_space(facet: Node<'_, '_>, value: &str) -> Outcome<WhiteSpace> {
    match value {
        "preserve" => Ok(WhiteSpace::Preserve),
        "replace" => Ok(WhiteSpace::Replace),
        "collapse" => Ok(WhiteSpace::Collapse),
        _ => Err(at(facet, "whiteSpace is preserve, replace or collapse")),
    }
}

/// Facets that are a number. Of two of a kind the narrower one holds.
fn limit(result: &mut SimpleType, facet: Node<'_, '_>, name: &str, value: &str) -> Outcome<()> {
    let has_length = matches!(result.primitive, Primitive::String | Primitive::Base64);
    let is_number = matches!(result.primitive, Primitive::Decimal | Primitive::Integer);
    let count = || value.parse::<usize>().map_err(|_| at(facet, &format!("{value} is not a number")));
    let Facets { length_min, length_max, total_digits, fraction_digits, bounds, .. } = &mut result.facets;
    let narrower = |known: Option<usize>, new: usize| Some(known.map_or(new, |known| known.min(new)));
    let wider = |known: Option<usize>, new: usize| Some(known.map_or(new, |known| known.max(new)));
    match name {
        "length" if has_length => {
            *length_min = wider(*length_min, count()?);
            *length_max = narrower(*length_max, count()?);
        }
        "minLength" if has_length => *length_min = wider(*length_min, count()?),
        "maxLength" if has_length => *length_max = narrower(*length_max, count()?),
        "totalDigits" if is_number => *total_digits = narrower(*total_digits, count()?),
        "fractionDigits" if is_number => *fraction_digits = narrower(*fraction_digits, count()?),
        _ if is_number => {
            let kind = match name {
                "minInclusive" => BoundKind::AtLeast,
                "minExclusive" => BoundKind::MoreThan,
                "maxInclusive" => BoundKind::AtMost,
                "maxExclusive" => BoundKind::LessThan,
                _ => return Err(at(facet, &format!("the facet {name} is not supported"))),
            };
            let number =
                Decimal::parse(value).ok_or_else(|| at(facet, &format!("{value} is not a number")))?;
            bounds.push(Bound { kind, value: number, shown: value.to_owned() });
        }
        _ => return Err(at(facet, &format!("the facet {name} is not supported for this type"))),
    }
    Ok(())
}
