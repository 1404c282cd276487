use std::fmt::Write as _;

use super::{Event, Parser};
use crate::limits::Limits;

/// Lists the events of a text; at an error its offset and reason, after the events before.
fn events(text: &str) -> String {
    let mut parser = Parser::new(text, 0, &Limits::default());
    let mut seen = String::new();
    loop {
        match parser.next() {
            Ok(Event::Start(start)) => {
                write!(seen, "<{{{}}}{}", parser.namespace(start.prefix), start.local).unwrap();
                for attribute in parser.attributes() {
                    let namespace = parser.namespace_of_attribute(attribute);
                    write!(seen, " {{{namespace}}}{}={:?}", attribute.local, attribute.value).unwrap();
                }
                seen.push('>');
            }
            Ok(Event::Text { text, .. }) => write!(seen, "{text:?}").unwrap(),
            Ok(Event::End { .. }) => seen.push('/'),
            Ok(Event::Done) => return seen,
            Err(error) => return format!("{seen} {}: {}", error.offset, error.kind),
        }
    }
}

#[test]
fn documents_are_taken_apart() {
    for (text, expected) in [
        ("<a/>", "<{}a>/"),
        (" <!--x-->\n<?p q?><a></a >\t", "<{}a>/"),
        ("<a xmlns='u'><b/><c xmlns=''/></a>", "<{u}a><{u}b>/<{}c>//"),
        ("<p:a xmlns:p='u' q='1' p:q='2'/>", "<{u}a {}q=\"1\" {u}q=\"2\">/"),
        ("<a b='x\r\ny\tz&#10;&lt;'/>", "<{}a {}b=\"x y z\\n<\">/"),
        ("<a>x\r\ny\rz&#13;&amp;&apos;&quot;&gt;</a>", "<{}a>\"x\\ny\\nz\\r&'\\\">\"/"),
        ("<a>x<!--c-->y<![CDATA[<&\r\n]]]]></a>", "<{}a>\"x\"\"y\"\"<&\\n]]\"/"),
        ("<a>&#65;\r&lt;\r</a>", "<{}a>\"A\\n<\\n\"/"),
        ("<a>]] ></a>", "<{}a>\"]] >\"/"),
        ("<жёлтый ё.1-='№'/>", "<{}жёлтый {}ё.1-=\"№\">/"),
        ("<a xml:lang='ru'/>", "<{}a {http://www.w3.org/XML/1998/namespace}lang=\"ru\">/"),
        ("<a>&#x10FFFF;&#9;</a>", "<{}a>\"\\u{10ffff}\\t\"/"),
    ] {
        assert_eq!(events(text), expected, "{text}");
    }
}

#[test]
fn what_is_not_xml_is_refused_where_it_is() {
    for (text, expected) in [
        ("", " 0: the document has no element"),
        ("x<a/>", " 0: text is not allowed outside of the root element"),
        ("<a/>x", "<{}a>/ 4: text is not allowed outside of the root element"),
        ("<a/>&#32;", "<{}a>/ 4: text is not allowed outside of the root element"),
        ("<a/><b/>", "<{}a>/ 4: the document has a second element after its root element"),
        ("<![CDATA[x]]><a/>", " 0: the markup here is none of XML"),
        ("<a>", "<{}a> 3: the document ends before the element a is closed"),
        ("<a></b>", "<{}a> 3: the end tag </b> does not close the element a"),
        ("<a></ab>", "<{}a> 3: the end tag </ab> does not close the element a"),
        ("<a></a", "<{}a> 6: the tag is not closed with >"),
        ("<a></a x>", "<{}a> 7: the tag is not closed with >"),
        ("</a>", " 0: the end tag closes nothing"),
        ("<1/>", " 1: a name is expected here"),
        ("<-a/>", " 1: a name is expected here"),
        ("<a:/>", " 3: a name is expected here"),
        ("<:a/>", " 1: a name is expected here"),
        ("< a/>", " 1: a name is expected here"),
        ("<a", " 2: the tag is not closed with >"),
        ("<a b/>", " 4: an attribute is written name=\"value\""),
        ("<a b=c/>", " 5: an attribute is written name=\"value\""),
        ("<a b='<'/>", " 6: the character < is not allowed in the value of an attribute"),
        ("<a b='1'c='2'/>", " 8: white space is expected here"),
        ("<a b='", " 5: the tag is not closed with >"),
        ("<a b='1' b='1'/>", " 9: the attribute b occurs twice in one tag"),
        ("<a/ >", " 2: white space is expected here"),
        ("<a>]]></a>", "<{}a> 3: the characters ]]> are not allowed in text"),
        ("<a><![CDATA[x]]</a>", "<{}a> 3: the CDATA section is not closed with ]]>"),
        ("<a><!--x--y--></a>", "<{}a> 3: the comment is not closed with -->, or has -- inside"),
        ("<a><!--x---></a>", "<{}a> 3: the comment is not closed with -->, or has -- inside"),
        ("<a><!--", "<{}a> 3: the comment is not closed with -->, or has -- inside"),
        (
            "<a><?xml version='1.0'?></a>",
            "<{}a> 3: a processing instruction may not be called xml; an XML declaration is allowed at the very \
                beginning only",
        ),
        ("<a><?p x></a>", "<{}a> 3: the processing instruction is not closed with ?>"),
        ("<a><?p:q ?></a>", "<{}a> 6: white space is expected here"),
        (
            "<a>&b;</a>",
            "<{}a> 3: the entity &b; is not accepted: only &amp; &lt; &gt; &quot; &apos; and character references are",
        ),
        ("<a>& b</a>", "<{}a> 3: an ampersand here has to be written as &amp;"),
        ("<a>&amp</a>", "<{}a> 3: an ampersand here has to be written as &amp;"),
        ("<a>x&#xZ;</a>", "<{}a> 4: the character reference does not name a character of XML"),
        ("<a>&#X41;</a>", "<{}a> 3: the character reference does not name a character of XML"),
        ("<a><!ELEMENT a ANY></a>", "<{}a> 3: the markup here is none of XML"),
    ] {
        assert_eq!(events(text), expected, "{text}");
    }
}

/// Reads a document of this shape under these limits.
fn end(text: &str, limits: Limits) -> Result<(), String> {
    let mut parser = Parser::new(text, 0, &limits);
    loop {
        match parser.next() {
            Ok(Event::Done) => return Ok(()),
            Ok(_) => {}
            Err(error) => return Err(error.kind.to_string()),
        }
    }
}

#[test]
fn limits_are_exact() {
    let limits = Limits {
        depth_max: 3,
        attributes_max: 2,
        namespaces_max: 2,
        name_bytes_max: 7,
        elements_max: 4,
        ..Limits::default()
    };
    for (good, bad, reason) in [
        ("<a><b><c/></b></a>", "<a><b><c><d/></c></b></a>", "elements are nested deeper than 3"),
        ("<a b='' c=''/>", "<a b='' c='' d=''/>", "the element has more than 2 attributes"),
        (
            "<a xmlns:b='u'><a xmlns:c='u'/></a>",
            "<a xmlns:b='u' xmlns:c='u'><a xmlns:d='u'/></a>",
            "more than 2 namespace declarations are in force",
        ),
        ("<abcdefg/>", "<abcdefgh/>", "the name is longer than 7 bytes"),
        ("<жжж/>", "<жжжж/>", "the name is longer than 7 bytes"),
        ("<a xmlns:b='u' b:cdefg=''/>", "<a xmlns:b='u' b:cdefgh=''/>", "the name is longer than 7 bytes"),
        ("<a><b/><b/><b/></a>", "<a><b/><b/><b/><b/></a>", "the document has more than 4 elements"),
    ] {
        assert_eq!(end(good, limits), Ok(()), "{good}");
        assert_eq!(end(bad, limits), Err(reason.to_owned()), "{bad}");
    }
}
