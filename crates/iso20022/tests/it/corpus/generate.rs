//! Valid documents.

use super::model::{Definition, Kind, Model, Part};
use super::tree::{Inside, Tree};
use super::values::good;
use crate::random::Random;

/// A valid document of the message.
pub(crate) fn generate(model: &Model, random: &mut Random) -> Tree {
    element(model, "Document", "Document", 0, random)
}

/// Writes an element of a type with all required parts and some of the optional ones.
pub(crate) fn element(model: &Model, name: &str, of: &str, depth: usize, random: &mut Random) -> Tree {
    let mut tree = Tree::new(name, of);
    match &model.types[of] {
        Definition::Simple(simple) => tree.inside.push(Inside::Text(good(simple, random))),
        Definition::Text { base, attribute, attribute_type } => {
            tree.inside.push(Inside::Text(good(model.simple(base).unwrap(), random)));
            let value = good(model.simple(attribute_type).unwrap(), random);
            tree.attributes.push((attribute.clone(), value));
        }
        Definition::Group { choice: true, parts } => {
            let possible: Vec<&Part> = parts.iter().filter(|part| is_possible(model, part)).collect();
            push(model, random.pick(&possible), 1, &mut tree, depth, random);
        }
        Definition::Group { choice: false, parts } => {
            for part in parts.iter().filter(|part| part.min > 0 || is_possible(model, part)) {
                let wanted = random.chance(if depth < 4 { 45 } else { 25 });
                let most = part.max.unwrap_or(3).min(3);
                let count = if wanted { random.between(part.min.max(1), most) } else { part.min };
                push(model, part, count, &mut tree, depth, random);
            }
        }
    }
    tree
}

/// Tells whether a valid element can stand there: behind a strict wildcard none can.
fn is_possible(model: &Model, part: &Part) -> bool {
    match &part.kind {
        Kind::Any { strict } => !strict,
        Kind::Element { of, .. } => match &model.types[of] {
            Definition::Group { choice: false, parts } => {
                parts.iter().filter(|inner| inner.min > 0).all(|inner| is_possible(model, inner))
            }
            _ => true,
        },
    }
}

fn push(model: &Model, part: &Part, count: usize, tree: &mut Tree, depth: usize, random: &mut Random) {
    for _ in 0..count {
        tree.inside.push(match &part.kind {
            Kind::Element { name, of } => Inside::Element(element(model, name, of, depth + 1, random)),
            Kind::Any { .. } => Inside::Raw(supplement(random).to_owned()),
        });
    }
}

/// Something that a lax wildcard takes.
fn supplement(random: &mut Random) -> &'static str {
    random.pick(&[
        "<x xmlns=''/>",
        "<s:Доп xmlns:s='urn:supplement' s:вид='1'><s:Строка>текст</s:Строка></s:Доп>",
        "<a xmlns='urn:a'>mixed <b c='d'/> text</a>",
        "<deep xmlns='urn:a'><deep><deep><deep/></deep></deep></deep>",
    ])
}
