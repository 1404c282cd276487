//! Circles of files: files of one crate that reach each other through the paths that they name.
//!
//! A folder and its files are one thing, so a `lib.rs`, `main.rs` or `mod.rs` is in no circle: it hands out
//! names of its files, and a file takes from it a type that all of them share.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, reached};
use crate::source::{Source, code};

/// The files that a file names, by path.
type Arrows<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// Finds files that reach themselves.
pub(super) fn findings(sources: &[Source]) -> Vec<Finding> {
    let arrows = arrows(sources);
    let mut findings = Vec::new();
    for file in arrows.keys() {
        let reached = named_by(&arrows, file);
        if reached.contains(file) {
            let circle = reached.into_iter().filter(|other| named_by(&arrows, other).contains(file));
            let names: Vec<&str> = circle.collect();
            findings.push(Finding::new(*file, format!("files import each other: {}", names.join(", "))));
        }
    }
    findings
}

/// The files that a file names, and those that they name.
fn named_by<'a>(arrows: &Arrows<'a>, file: &'a str) -> BTreeSet<&'a str> {
    reached(file, |file| arrows.get(file).into_iter().flatten().copied())
}

fn arrows(sources: &[Source]) -> Arrows<'_> {
    let files = sources.iter().filter(|source| source.has_ending("rs") && !source.is_test());
    let modules: BTreeMap<(&str, Vec<&str>), &Source> =
        files.filter_map(|source| Some((module_of(&source.path)?, source))).collect();
    let mut arrows = Arrows::new();
    for ((root, module), source) in &modules {
        let named = paths(&source.text).into_iter().filter_map(|path| {
            let whole = absolute(&path, module)?;
            let found = (1..=whole.len()).rev().find_map(|length| {
                modules.get(&(*root, whole[..length].iter().map(String::as_str).collect()))
            })?;
            (found.path != source.path && !is_face(&found.path)).then_some(found.path.as_str())
        });
        if !is_face(&source.path) {
            arrows.insert(&source.path, named.collect());
        }
    }
    arrows
}

/// Splits the path of a file into the `src` of its crate and its module; none for a file outside of one.
pub(super) fn module_of(path: &str) -> Option<(&str, Vec<&str>)> {
    let (root, inside) = path.split_once("/src/")?;
    let module = inside.strip_suffix(".rs")?;
    let mut names: Vec<&str> = module.split('/').collect();
    if ["lib", "main", "mod"].iter().any(|face| names.last() == Some(face)) {
        names.pop();
    }
    Some((root, names))
}

fn is_face(path: &str) -> bool {
    ["/lib.rs", "/main.rs", "/mod.rs"].iter().any(|face| path.ends_with(face))
}

/// Turns a path from `crate`, `super` or `self` into one from the root of its crate.
pub(super) fn absolute(path: &[String], module: &[&str]) -> Option<Vec<String>> {
    let mut whole: Vec<String> = module.iter().map(|name| (*name).to_owned()).collect();
    for (index, name) in path.iter().enumerate() {
        match name.as_str() {
            "crate" if index == 0 => whole.clear(),
            "self" if index == 0 => {}
            "super" => drop(whole.pop()?),
            _ => whole.push(name.clone()),
        }
    }
    Some(whole)
}

/// Lists the paths that begin with `crate`, `super` or `self`, those in braces one by one.
pub(super) fn paths(text: &str) -> Vec<Vec<String>> {
    let code = code(text);
    let mut paths = Vec::new();
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in code.match_indices(start) {
            let is_beginning =
                !code[..at].ends_with(|letter: char| letter.is_alphanumeric() || "_:$".contains(letter));
            if is_beginning {
                read(&code[at..], &mut Vec::new(), &mut paths);
            }
        }
    }
    paths
}

/// Reads one path and returns the text after it.
fn read<'a>(mut text: &'a str, before: &mut Vec<String>, paths: &mut Vec<Vec<String>>) -> &'a str {
    let known = before.len();
    loop {
        text = text.trim_start();
        if let Some(inside) = text.strip_prefix('{') {
            text = inside;
            loop {
                text = read(text, before, paths).trim_start();
                match text.strip_prefix(',') {
                    Some(rest) => text = rest,
                    None => break,
                }
            }
            before.truncate(known);
            return text.strip_prefix('}').unwrap_or(text);
        }
        let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
        if end == 0 {
            break;
        }
        before.push(text[..end].to_owned());
        let Some(rest) = text[end..].strip_prefix("::") else {
            text = &text[end..];
            break;
        };
        text = rest;
    }
    paths.push(before.clone());
    before.truncate(known);
    text
}
