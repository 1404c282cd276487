//! Errors of texts that are not accepted XML.

use thiserror::Error;

/// An error that ends the reading, at a byte offset of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct XmlError {
    /// The position, in bytes of the decoded text.
    pub(crate) offset: usize,
    pub(crate) kind: XmlErrorKind,
}

impl XmlError {
    pub(crate) const fn new(offset: usize, kind: XmlErrorKind) -> Self {
        Self { offset, kind }
    }
}

/// The kinds. The words are for the person who made the document.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum XmlErrorKind {
    #[error("a document type declaration (DOCTYPE) is not accepted: leave it out")]
    DocumentType,
    #[error(
        "the entity &{0}; is not accepted: only &amp; &lt; &gt; &quot; &apos; and character references are"
    )]
    Entity(String),
    #[error("an ampersand here has to be written as &amp;")]
    BareAmpersand,
    #[error("the character reference does not name a character of XML")]
    CharacterReference,
    #[error("elements are nested deeper than {0}")]
    Depth(usize),
    #[error("the element has more than {0} attributes")]
    Attributes(usize),
    #[error("more than {0} namespace declarations are in force")]
    Namespaces(usize),
    #[error("the document has more than {0} elements")]
    Elements(usize),
    #[error("the name is longer than {0} bytes")]
    NameLength(usize),
    #[error("a name is expected here")]
    Name,
    #[error("XInclude is not accepted")]
    XInclude,
    #[error("xsi:type is not accepted: the schema tells the type of every element")]
    TypeSubstitution,
    #[error("the prefix {0} is not bound to a namespace")]
    UnboundPrefix(String),
    #[error("the namespace declaration is not allowed: {0}")]
    NamespaceDeclaration(&'static str),
    #[error("the attribute {0} occurs twice in one tag")]
    DuplicateAttribute(String),
    #[error("white space is expected here")]
    WhiteSpace,
    #[error("an attribute is written name=\"value\"")]
    AttributeSyntax,
    #[error("the character < is not allowed in the value of an attribute")]
    LessThanInAttribute,
    #[error("the tag is not closed with >")]
    TagNotClosed,
    #[error("the end tag </{found}> does not close the element {open}")]
    EndTag { found: String, open: String },
    #[error("the end tag closes nothing")]
    EndTagWithoutStart,
    #[error("the document ends before the element {0} is closed")]
    EndOfDocument(String),
    #[error("the document has no element")]
    NoRoot,
    #[error("the document has a second element after its root element")]
    SecondRoot,
    #[error("text is not allowed outside of the root element")]
    TextOutside,
    #[error("the characters ]]> are not allowed in text")]
    SectionEndInText,
    #[error("the CDATA section is not closed with ]]>")]
    SectionNotClosed,
    #[error("the comment is not closed with -->, or has -- inside")]
    Comment,
    #[error("the processing instruction is not closed with ?>")]
    InstructionNotClosed,
    #[error(
        "a processing instruction may not be called xml; an XML declaration is allowed at the very beginning only"
    )]
    InstructionName,
    #[error("the markup here is none of XML")]
    Markup,
    #[error("the XML declaration is not written as <?xml version=\"1.0\" encoding=\"…\" standalone=\"…\"?>")]
    Declaration,
    #[error("only XML of version 1.0 is accepted")]
    Version,
}
