//! Elements that a template may be made of.

use super::{Block, Content, ContentError};

#[test]
fn every_part_is_read() {
    let html = "<article lang=\"ru\">\n<h1>Title</h1>\n<h2>One</h2><h3>Two</h3>\n<p>a\n  b &lt;i&gt;</p>\
        <dl><dt>x</dt><dd>1</dd><dt>y</dt><dd></dd></dl><ul><li>first</li></ul>\
        <table><caption>c</caption><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>\
        </article>\n";
    let content = Content::parse(html).unwrap();
    let text = str::to_owned;
    assert_eq!(content.title, "Title");
    let expected = [
        Block::Heading(2, text("One")),
        Block::Heading(3, text("Two")),
        Block::Paragraph(text("a b <i>")),
        Block::Facts(vec![(text("x"), text("1")), (text("y"), String::new())]),
        Block::List(vec![text("first")]),
        Block::Table {
            caption: Some(text("c")),
            columns: vec![text("A"), text("B")],
            rows: vec![vec![text("1"), text("2")]],
        },
    ];
    assert_eq!(content.blocks, expected);
}

#[test]
fn what_does_not_belong_is_refused() {
    let inside = |html: &str| Content::parse(&format!("<article><h1>t</h1>{html}</article>"));
    let element = |name: &str| Err(ContentError::Element(name.to_owned()));
    assert_eq!(inside("<script>x</script>"), element("script"));
    assert_eq!(inside("<p><b>x</b></p>"), element("b"));
    assert_eq!(inside("<ul><p>x</p></ul>"), element("p"));
    assert_eq!(inside("text"), Err(ContentError::Text("article".to_owned())));
    assert_eq!(inside("<dl><dt>x</dt></dl>"), Err(ContentError::Incomplete("dl")));
    let uneven =
        "<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>";
    assert_eq!(inside(uneven), Err(ContentError::Incomplete("table")));
    assert_eq!(Content::parse("<div></div>"), element("div"));
    assert_eq!(Content::parse("<article></article>"), Err(ContentError::Incomplete("article")));
    assert!(matches!(inside("<p>"), Err(ContentError::Form(_))));
    assert!(matches!(
        Content::parse("<!DOCTYPE a [<!ENTITY x \"y\">]><article><h1>&x;</h1></article>"),
        Err(ContentError::Form(_))
    ));
}
