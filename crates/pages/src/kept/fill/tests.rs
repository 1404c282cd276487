//! Values that come back into the form of a page.

use super::fill;
use crate::kept::KeptForm;

const NOTE: &str = "Typed before & kept";

fn kept(action: &str, fields: &[(&str, &str)]) -> KeptForm {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    KeptForm { action: action.to_owned(), fields: fields.iter().map(owned).collect() }
}

fn form(inside: &str) -> String {
    format!(
        "<main><form class=\"stack\" method=\"post\" action=\"/bank/x\" data-once>\n{inside}\n</form></main>"
    )
}

#[test]
fn onl_08_every_kind_of_field_gets_its_value_back() {
    let page = form(
        "<input type=\"hidden\" name=\"version\" value=\"9\"><input type=\"text\" id=\"a\" name=\"name\" \
            value=\"old\" required>\
         <input name=\"plain\"><textarea name=\"body\" rows=\"3\">old</textarea>\
         <input type=\"checkbox\" name=\"right\" value=\"A\" checked><input type=\"checkbox\" name=\"right\" \
         value=\"B\">\
         <select name=\"type\"><option value=\"1\" selected>one</option><option value=\"2\">two</option></select>\
         <input type=\"date\" name=\"date\">",
    );
    let fields = [
        ("version", "7"),
        ("name", "ООО \"Лютик\" <b>"),
        ("plain", "x"),
        ("body", "\nfirst\n</textarea>"),
        ("right", "B"),
        ("type", "2"),
        ("date", "2026-11-20"),
    ];
    let filled = fill(&page, &kept("/bank/x", &fields), NOTE).unwrap();
    for text in [
        "<p class=\"alert\" role=\"status\">Typed before &#38; kept</p>",
        "<input type=\"hidden\" name=\"version\" value=\"7\">",
        "<input type=\"text\" id=\"a\" name=\"name\" required value=\"ООО &#34;Лютик&#34; &#60;b&#62;\">",
        "<input name=\"plain\" value=\"x\">",
        "<textarea name=\"body\" rows=\"3\">\n\nfirst\n&#60;/textarea&#62;</textarea>",
        "name=\"right\" value=\"A\">",
        "name=\"right\" value=\"B\" checked>",
        "<option value=\"1\">one</option><option value=\"2\" selected>two</option>",
        "<input type=\"date\" name=\"date\" value=\"2026-11-20\">",
    ] {
        assert!(filled.contains(text), "{text}:\n{filled}");
    }
    assert!(filled.ends_with("</form></main>"));
}

#[test]
fn onl_08_what_was_typed_in_a_folded_form_comes_back_unfolded() {
    let folded = "<details class=\"more\"><summary>Other</summary></details>";
    let inside = form("<input name=\"plain\">");
    for (around, opened) in [
        ("<details class=\"panel\">", "<details open class=\"panel\">"),
        ("<details class=\"panel\" open>", "<details class=\"panel\" open>"),
        ("<details><details open><details>", "<details open><details open><details open>"),
        ("", ""),
    ] {
        let page = format!("{folded}{around}{inside}{folded}");
        let filled = fill(&page, &kept("/bank/x", &[("plain", "x")]), NOTE).unwrap();
        assert!(filled.starts_with(&format!("{folded}{opened}<main><form ")), "{filled}");
        assert!(filled.contains("value=\"x\"") && filled.ends_with(folded), "{filled}");
    }
}

#[test]
fn onl_08_no_password_and_no_code_is_filled_in() {
    let page = form(
        "<input type=\"password\" name=\"secret\"><input type=\"text\" name=\"digits\" autocomplete=\"one-time-code\">\
         <input type=\"file\" name=\"file\">",
    );
    let fields = [("secret", "s-1"), ("digits", "246810"), ("file", "a.csv")];
    let filled = fill(&page, &kept("/bank/x", &fields), NOTE).unwrap();
    for value in ["s-1", "246810", "a.csv"] {
        assert!(!filled.contains(value), "{filled}");
    }
}

#[test]
fn onl_08_the_form_of_another_line_is_left_alone() {
    let line = |id: &str| {
        form(&format!("<input type=\"hidden\" name=\"passkey\" value=\"{id}\"><input name=\"note\">"))
    };
    let page = line("A") + &line("B");
    let filled = fill(&page, &kept("/bank/x", &[("passkey", "B"), ("note", "typed")]), NOTE).unwrap();
    let (first, second) = filled.split_at(filled.find("</main>").unwrap());
    assert!(!first.contains("typed") && second.contains("typed"), "{filled}");
    for other in [
        kept("/bank/x", &[("passkey", "C")]),
        kept("/bank/x", &[]),
        kept("/bank/y", &[("passkey", "A")]),
        kept("/bank/x?more=1", &[("passkey", "A")]),
    ] {
        assert_eq!(fill(&page, &other, NOTE), None, "{:?}", other.fields);
    }
}

#[test]
fn onl_08_a_page_that_is_cut_off_is_not_filled() {
    let page = form("<input name=\"name\" value=\"old\">");
    for length in 0..page.len() {
        if let Some(cut) = page.get(..length) {
            let filled = fill(cut, &kept("/bank/x", &[("name", "typed")]), NOTE);
            assert!(filled.is_none() || cut.contains("</form>"), "{cut}");
        }
    }
}
