//! One change, which may or may not make a document invalid.

use super::generate::element;
use super::model::{Definition, Kind, Model, Part};
use super::tree::{Inside, Tree};
use super::values::odd;
use crate::random::Random;

/// Changes one thing and says what.
pub(crate) fn mutate(tree: &mut Tree, model: &Model, random: &mut Random) -> &'static str {
    let paths = tree.paths();
    let path = paths[random.below(paths.len())].clone();
    match random.below(14) {
        0..=4 => odd_value(tree, model, &paths, random),
        5 => around(tree, &path, random),
        6 => remove(tree, &path, random),
        7 => insert_known(tree, model, &path, random),
        8 => insert_unknown(tree.at(&path), random),
        9 => attribute(tree.at(&path), random),
        10 => namespace(tree.at(&path), random),
        11 => choice(tree, model, &paths, random),
        12 => text(tree.at(&path), random),
        _ => nested(tree.at(&path), random),
    }
}

fn odd_value(tree: &mut Tree, model: &Model, paths: &[Vec<usize>], random: &mut Random) -> &'static str {
    // Numbers, dates and amounts are rarer than texts, and more is to be said about them.
    let wants_text = random.chance(40);
    let mut leaves = Vec::new();
    for path in paths {
        let of = tree.at(path).of.clone();
        if model.simple(&of).is_some_and(|simple| (simple.base == "string") == wants_text) {
            leaves.push(path);
        }
    }
    if leaves.is_empty() {
        return "nothing";
    }
    let leaf = tree.at(leaves[random.below(leaves.len())]);
    if let Some(Definition::Text { attribute_type, .. }) =
        model.types.get(&leaf.of).filter(|_| random.chance(30))
    {
        leaf.attributes[0].1 = odd(model.simple(attribute_type).unwrap(), random);
        return "value of an attribute";
    }
    let value = odd(model.simple(&leaf.of).unwrap(), random);
    leaf.inside = if value.is_empty() { Vec::new() } else { vec![Inside::Text(value)] };
    "value"
}

/// Changes the order or number of the children of an element.
fn around(tree: &mut Tree, path: &[usize], random: &mut Random) -> &'static str {
    let inside = &mut tree.at(path).inside;
    if inside.is_empty() {
        return "nothing";
    }
    let (one, other) = (random.below(inside.len()), random.below(inside.len()));
    match random.below(3) {
        0 => {
            inside.swap(one, other);
            "swapped"
        }
        1 => {
            let copy = inside[one].clone();
            inside.insert(one, copy);
            "doubled"
        }
        _ => {
            let copy = inside[one].clone();
            inside.insert(other, copy);
            "repeated elsewhere"
        }
    }
}

fn remove(tree: &mut Tree, path: &[usize], random: &mut Random) -> &'static str {
    let inside = &mut tree.at(path).inside;
    if random.chance(20) {
        inside.clear();
        return "emptied";
    }
    if !inside.is_empty() {
        inside.remove(random.below(inside.len()));
    }
    "removed"
}

/// Puts an element of some type of the message where it may not belong.
fn insert_known(tree: &mut Tree, model: &Model, path: &[usize], random: &mut Random) -> &'static str {
    let mut groups: Vec<&Vec<Part>> = Vec::new();
    for definition in model.types.values() {
        if let Definition::Group { parts, .. } = definition {
            groups.push(parts);
        }
    }
    let own = match model.types.get(&tree.at(path).of) {
        Some(Definition::Group { parts, .. }) if random.chance(70) => parts,
        _ => random.pick(&groups),
    };
    if let Kind::Element { name, of } = &own[random.below(own.len())].kind {
        let inserted = element(model, name, of, 6, random);
        let inside = &mut tree.at(path).inside;
        inside.insert(random.below(inside.len() + 1), Inside::Element(inserted));
    }
    "inserted"
}

fn insert_unknown(tree: &mut Tree, random: &mut Random) -> &'static str {
    let raw = random.pick(&[
        "<Unknown/>",
        "<MsgId>1</MsgId>",
        "<msgid/>",
        "<!-- nothing -->",
        "<?nothing at all?>",
        "<x xmlns='urn:x'/>",
        "<Документ/>",
        "&#32;",
        "<![CDATA[ ]]>",
        "<![CDATA[]]>",
        "<![CDATA[x]]>",
        "&amp;",
    ]);
    tree.inside.insert(random.below(tree.inside.len() + 1), Inside::Raw(raw.to_owned()));
    "unknown"
}

fn attribute(tree: &mut Tree, random: &mut Random) -> &'static str {
    if random.chance(15) {
        tree.attributes.clear();
        return "without attributes";
    }
    let (name, value) = random.pick(&[
        ("Ccy", "RUB"),
        ("ccy", "RUB"),
        ("xsi:nil", "false"),
        ("xsi:nil", "true"),
        ("xsi:schemaLocation", "urn:x file.xsd"),
        ("xsi:noNamespaceSchemaLocation", "file.xsd"),
        ("xsi:other", "1"),
        ("xml:lang", "ru"),
        ("xml:space", "preserve"),
        ("id", "a"),
    ]);
    if !tree.attributes.iter().any(|(known, _)| known == name) {
        tree.attributes.push((name.to_owned(), value.to_owned()));
    }
    "attribute"
}

fn namespace(tree: &mut Tree, random: &mut Random) -> &'static str {
    let names =
        ["urn:other", "urn:iso:std:iso:20022:tech:xsd:auth.024.001.99", "http://www.w3.org/2000/09/xmldsig#"];
    tree.namespace = Some(random.pick(&names).to_owned());
    "namespace"
}

/// Adds a second branch to a choice.
fn choice(tree: &mut Tree, model: &Model, paths: &[Vec<usize>], random: &mut Random) -> &'static str {
    let is_choice = |of: &str| matches!(model.types.get(of), Some(Definition::Group { choice: true, .. }));
    let mut choices = Vec::new();
    for path in paths {
        if is_choice(&tree.at(path).of) {
            choices.push(path);
        }
    }
    if choices.is_empty() {
        return "nothing";
    }
    let chosen = tree.at(choices[random.below(choices.len())]);
    if let Definition::Group { parts, .. } = &model.types[&chosen.of]
        && let Kind::Element { name, of } = &parts[random.below(parts.len())].kind
    {
        chosen.inside.push(Inside::Element(element(model, name, of, 6, random)));
    }
    "choice"
}

fn text(tree: &mut Tree, random: &mut Random) -> &'static str {
    let text = random.pick(&["x", " ", "\n", "\u{a0}", "Ж", "\t\r\n", "\u{85}", "0"]);
    tree.inside.insert(random.below(tree.inside.len() + 1), Inside::Text(text.to_owned()));
    "text"
}

/// Another message inside: behind a lax wildcard it is checked, because the schema declares its root.
fn nested(tree: &mut Tree, random: &mut Random) -> &'static str {
    let raw = random.pick(&[
        "<SplmtryData><Envlp><Document/></Envlp></SplmtryData>",
        "<SplmtryData><Envlp><a xmlns='urn:a' x='1'>text</a></Envlp></SplmtryData>",
        "<SplmtryData><Envlp><a xmlns='urn:a'/><a xmlns='urn:a'/></Envlp></SplmtryData>",
        "<SplmtryData><Envlp>text</Envlp></SplmtryData>",
        "<SplmtryData><Envlp><MsgId/></Envlp></SplmtryData>",
        "<SplmtryData><PlcAndNm>/Document</PlcAndNm><Envlp><a xsi:nil='true'/></Envlp></SplmtryData>",
        "<SplmtryData/>",
    ]);
    tree.inside.push(Inside::Raw(raw.to_owned()));
    "supplementary data"
}

/// Changes some letters of the text of a document.
pub(crate) fn mutate_text(text: &str, random: &mut Random) -> String {
    const PIECES: [&str; 24] = [
        "<",
        ">",
        "&",
        "\"",
        "'",
        "/",
        "=",
        "]]>",
        "<!--",
        "-->",
        "<![CDATA[",
        "<?",
        "?>",
        "&#0;",
        "&#x41;",
        "&lt",
        "&nbsp;",
        ":",
        "\u{1}",
        "ж",
        " ",
        "\n",
        "xmlns",
        "--",
    ];
    let mut letters: Vec<char> = text.chars().collect();
    let at = random.below(letters.len());
    match random.below(4) {
        0 => {
            letters.remove(at);
        }
        1 => {
            let end = (at + random.between(1, 20)).min(letters.len());
            letters.drain(at..end);
        }
        2 => letters.truncate(at),
        _ => {
            let piece: Vec<char> = random.pick(&PIECES).chars().collect();
            letters.splice(at..at, piece);
        }
    }
    letters.into_iter().collect()
}
