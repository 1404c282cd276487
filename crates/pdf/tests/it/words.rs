//! The words that come out are those that went in.

use pdf::{Block, Level, PdfError, Table, plain, render};
use testkit::documents;

use crate::sample::{document, every_block, words};

#[test]
fn the_words_are_those_of_the_document() {
    let document = every_block(4);
    let pdf = render(&document).unwrap();
    documents::check(&pdf);
    assert_eq!(documents::page_count(&pdf), 1);
    assert_eq!(documents::words(&pdf), words(&document));
}

#[test]
fn words_at_the_ends_of_lines_stay_apart() {
    let text = "слово и дело ".repeat(200);
    let document = document(vec![
        Block::paragraph(text.trim()),
        Block::paragraph("одна\nдве\n\nтри"),
        Block::Table(Table::facts(vec![("название услуги банка".to_owned(), text.trim().to_owned())])),
    ]);
    assert_eq!(documents::words(&render(&document).unwrap()), words(&document));
}

#[test]
fn no_text_is_markup_or_pdf() {
    let attempts = [
        "<script>alert(1)</script>",
        "<b>жирный</b> &lt;b&gt; &amp; &#60;",
        "{{ client.name }} {% if true %} ${x}",
        ") Tj ET Q (",
        "%PDF-1.7 %%EOF",
        "endstream endobj xref trailer",
        "/OpenAction << /S /JavaScript /JS (app.alert(1)) >>",
        "\\n \\( \\) \\101",
        "<</Type/Catalog>>",
        "]]> --> <?xpacket end='w'?>",
    ];
    let mut document = document(attempts.iter().copied().map(Block::paragraph).collect());
    document.blocks.push(Block::Table(Table::facts(
        attempts.iter().map(|attempt| ((*attempt).to_owned(), (*attempt).to_owned())).collect(),
    )));
    document.blocks.push(Block::heading(Level::Two, attempts[0]));
    document.title = attempts[6].to_owned();
    document.author = attempts[9].to_owned();
    document.subject = attempts[0].to_owned();
    document.identifier = attempts[3].to_owned();
    document.header.left = attempts[3].to_owned();
    document.footer.right = attempts[0].to_owned();
    let pdf = render(&document).unwrap();
    documents::check(&pdf);
    // Long words may be broken; the letters are the same.
    assert_eq!(documents::words(&pdf).concat(), words(&document).concat());
    let information = documents::information(&pdf, &[]);
    assert!(information.contains(attempts[6]), "{information}");
    assert!(information.contains("JavaScript:      no"), "{information}");
    assert!(documents::information(&pdf, &["-js"]).trim().is_empty());
    let metadata = documents::information(&pdf, &["-meta"]);
    assert!(!metadata.contains("<script>"), "{metadata}");
}

#[test]
fn what_is_no_text_is_refused() {
    for character in
        ['\0', '\u{7}', '\r', '\t', '\u{85}', '\u{ad}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{f401}', '🦔']
    {
        let text = format!("a{character}b");
        let error = Err(PdfError::Character { character });
        for block in [
            Block::paragraph(&text),
            Block::heading(Level::One, &text),
            Block::Table(Table::facts(vec![(text.clone(), String::new())])),
        ] {
            assert_eq!(render(&document(vec![block])), error);
        }
        let mut named = document(Vec::new());
        named.title.clone_from(&text);
        assert_eq!(render(&named), error);
        let mut below = document(Vec::new());
        below.footer.right.clone_from(&text);
        assert_eq!(render(&below), error);
    }
}

#[test]
fn plain_makes_any_text_fit() {
    for (text, expected) in [
        ("Ёж «и» ₽ № 5 — ok", "Ёж «и» ₽ № 5 — ok"),
        ("a\r\nb\rc\nd\u{2028}e", "a\nb\nc\nd\ne"),
        ("a\tb", "a b"),
        ("🦔\0\u{202e}x\u{ad}", "???x?"),
        ("日本", "??"),
    ] {
        assert_eq!(plain(text), expected);
        assert!(render(&document(vec![Block::paragraph(plain(text))])).is_ok(), "{text}");
    }
    assert!(matches!(plain("как есть"), std::borrow::Cow::Borrowed(_)));
}
