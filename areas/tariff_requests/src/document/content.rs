//! Content of a document, without its looks.

use roxmltree::{Node, ParsingOptions};
use thiserror::Error;

/// The most elements of a document: far above what the longest tariff plan needs.
const NODES_MAX: u32 = 50_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading of the second (2) or third (3) level.
    Heading(u8, String),
    Paragraph(String),
    Facts(Vec<(String, String)>),
    List(Vec<String>),
    Table {
        caption: Option<String>,
        columns: Vec<String>,
        /// Its rows, each as long as the head.
        rows: Vec<Vec<String>>,
    },
}

/// A document, read back from its HTML: `article` around one `h1` and any of `h2`, `h3`, `p`, `dl` (`dt`, `dd`), `ul`
/// (`li`) and `table` (`caption`, `thead`, `tbody`, `tr`, `th`, `td`). Text is in the innermost of them only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    pub title: String,
    pub blocks: Vec<Block>,
}

/// The HTML is not what a template may be made of.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContentError {
    #[error("the document is not well-formed: {0}")]
    Form(String),
    #[error("the document has <{0}> where it does not belong")]
    Element(String),
    #[error("the document has text directly in <{0}>")]
    Text(String),
    #[error("the document has <{0}> without what belongs into it")]
    Incomplete(&'static str),
}

impl Content {
    pub fn parse(html: &str) -> Result<Self, ContentError> {
        let options = ParsingOptions { nodes_limit: NODES_MAX, ..ParsingOptions::default() };
        let tree = roxmltree::Document::parse_with_options(html, options)
            .map_err(|error| ContentError::Form(error.to_string()))?;
        let article = tree.root_element();
        if !article.has_tag_name("article") {
            return Err(misplaced(article));
        }
        let mut parts = elements(article)?.into_iter();
        let title = match parts.next() {
            Some(first) if first.has_tag_name("h1") => text(first)?,
            _ => return Err(ContentError::Incomplete("article")),
        };
        Ok(Self { title, blocks: parts.map(block).collect::<Result<_, _>>()? })
    }
}

fn block(node: Node<'_, '_>) -> Result<Block, ContentError> {
    match node.tag_name().name() {
        "h2" => Ok(Block::Heading(2, text(node)?)),
        "h3" => Ok(Block::Heading(3, text(node)?)),
        "p" => Ok(Block::Paragraph(text(node)?)),
        "dl" => facts(node),
        "ul" => Ok(Block::List(leaves(node, "li")?)),
        "table" => table(node),
        _ => Err(misplaced(node)),
    }
}

fn facts(node: Node<'_, '_>) -> Result<Block, ContentError> {
    let parts = elements(node)?;
    let pairs = parts.chunks(2).map(|pair| match pair {
        [name, value] if name.has_tag_name("dt") && value.has_tag_name("dd") => {
            Ok((text(*name)?, text(*value)?))
        }
        _ => Err(ContentError::Incomplete("dl")),
    });
    Ok(Block::Facts(pairs.collect::<Result<_, _>>()?))
}

fn table(node: Node<'_, '_>) -> Result<Block, ContentError> {
    let (mut caption, mut columns, mut rows) = (None, Vec::new(), Vec::new());
    for part in elements(node)? {
        match part.tag_name().name() {
            "caption" => caption = Some(text(part)?),
            "thead" => {
                for row in elements(part)? {
                    columns = leaves(row, "th")?;
                }
            }
            "tbody" => {
                for row in elements(part)? {
                    rows.push(leaves(row, "td")?);
                }
            }
            _ => return Err(misplaced(part)),
        }
    }
    if columns.is_empty() || rows.iter().any(|row| row.len() != columns.len()) {
        return Err(ContentError::Incomplete("table"));
    }
    Ok(Block::Table { caption, columns, rows })
}

/// The texts of children that are all called `name`.
fn leaves(node: Node<'_, '_>, name: &'static str) -> Result<Vec<String>, ContentError> {
    let leaf = |child: Node<'_, '_>| {
        if child.has_tag_name(name) { text(child) } else { Err(misplaced(child)) }
    };
    elements(node)?.into_iter().map(leaf).collect()
}

/// The children that are elements; between them there may be white space only.
fn elements<'tree, 'input>(node: Node<'tree, 'input>) -> Result<Vec<Node<'tree, 'input>>, ContentError> {
    let stray = |child: &Node<'_, '_>| child.text().is_some_and(|text| !text.trim().is_empty());
    if node.children().filter(Node::is_text).any(|child| stray(&child)) {
        return Err(ContentError::Text(node.tag_name().name().to_owned()));
    }
    Ok(node.children().filter(Node::is_element).collect())
}

/// The text of an element that takes nothing but text, with single spaces as HTML shows it.
fn text(node: Node<'_, '_>) -> Result<String, ContentError> {
    if let Some(child) = node.children().find(Node::is_element) {
        return Err(misplaced(child));
    }
    Ok(node
        .text()
        .unwrap_or_default()
        .split([' ', '\n', '\t', '\r'])
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" "))
}

fn misplaced(node: Node<'_, '_>) -> ContentError {
    ContentError::Element(node.tag_name().name().to_owned())
}

#[cfg(test)]
mod tests;
