//! The structure of a document, as programs that read it aloud see it (ISO 32000-1, section 14.8).

use std::num::NonZeroU16;

use krilla::tagging::{Identifier, Node, TableHeaderScope, Tag, TagGroup, TagKind, TagTree};

use crate::document::Level;

/// An element, by its place in the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ElementId(usize);

#[derive(Clone, Debug)]
pub(crate) enum Role {
    Heading(Level, String),
    Paragraph,
    Table,
    Caption,
    Head,
    Rows,
    Row,
    ColumnHeader,
    RowHeader,
    Cell,
}

/// The elements, each after its parent.
#[derive(Default)]
pub(crate) struct Structure {
    elements: Vec<Element>,
}

struct Element {
    role: Role,
    parent: Option<ElementId>,
    content: Vec<Identifier>,
}

impl Structure {
    /// A new last child of `parent`, or of the document.
    pub(crate) fn add(&mut self, role: Role, parent: Option<ElementId>) -> ElementId {
        self.elements.push(Element { role, parent, content: Vec::new() });
        ElementId(self.elements.len() - 1)
    }

    /// Something that was painted belongs to the element.
    pub(crate) fn painted(&mut self, element: ElementId, content: Identifier) {
        if let Some(element) = self.elements.get_mut(element.0) {
            element.content.push(content);
        }
    }

    /// The structure for the file. Elements are taken from the last to the first, so that each is whole when it is
    /// given to its parent.
    pub(crate) fn into_tree(mut self, language: &str) -> TagTree {
        let mut children: Vec<Vec<Node>> = self.elements.iter().map(|_| Vec::new()).collect();
        let mut roots = Vec::new();
        while let Some(Element { role, parent, content }) = self.elements.pop() {
            let mut nodes = children.pop().unwrap_or_default();
            nodes.reverse();
            let content = content.into_iter().map(Node::from);
            let group = TagGroup::with_children(tag(role), content.chain(nodes).collect());
            match parent.and_then(|parent| children.get_mut(parent.0)) {
                Some(siblings) => siblings.push(group.into()),
                None => roots.push(group),
            }
        }
        let mut tree = TagTree::new().with_lang(Some(language.to_owned()));
        for root in roots.into_iter().rev() {
            tree.push(root);
        }
        tree
    }
}

fn tag(role: Role) -> TagKind {
    match role {
        Role::Heading(level, title) => {
            let level = match level {
                Level::One => NonZeroU16::MIN,
                Level::Two => NonZeroU16::MIN.saturating_add(1),
                Level::Three => NonZeroU16::MIN.saturating_add(2),
            };
            Tag::Hn(level, Some(title)).into()
        }
        Role::Paragraph => Tag::P.into(),
        Role::Table => Tag::Table.into(),
        Role::Caption => Tag::Caption.into(),
        Role::Head => Tag::THead.into(),
        Role::Rows => Tag::TBody.into(),
        Role::Row => Tag::TR.into(),
        Role::ColumnHeader => Tag::TH(TableHeaderScope::Column).into(),
        Role::RowHeader => Tag::TH(TableHeaderScope::Row).into(),
        Role::Cell => Tag::TD.into(),
    }
}
