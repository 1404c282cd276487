//! Attacks of XML on its readers, and the encodings (CTC-06).

use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, POST, ivanova, task_id};
use crate::documents::{Certified, Message};

/// The most bytes of a body.
const BODY_BYTES_MAX: usize = 5 * 1024 * 1024;

/// A right document behind a prologue.
fn behind(prologue: &str) -> String {
    format!("{prologue}{}", Message::new("A-1").root())
}

/// A right document whose message id is something else.
fn with_id(id: &str) -> String {
    Message::new("A-1").xml().replace("<MsgId>A-1</MsgId>", &format!("<MsgId>{id}</MsgId>"))
}

fn attacks() -> Vec<(&'static str, Vec<u8>)> {
    let laugh = |level: usize| format!("<!ENTITY l{level} \"{}\">", format!("&l{};", level - 1).repeat(10));
    let laughs = (1..10).map(laugh).collect::<Vec<_>>().concat();
    let attributes = (0..50_000).map(|number| format!(" a{number}=\"\"")).collect::<Vec<_>>().concat();
    let utf_7 = "<?xml version=\"1.0\" encoding=\"UTF-7\"?>\n+ADw-Document/+AD4-";
    let text = |document: String| document.into_bytes();
    vec![
        ("billion laughs", text(behind(&format!("<!DOCTYPE d [<!ENTITY l0 \"ha\">{laughs}]>")))),
        ("quadratic blowup", text(behind(&format!("<!DOCTYPE d [<!ENTITY a \"{}\">]>", "a".repeat(100_000))))),
        ("external entity", text(behind("<!DOCTYPE d [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"))),
        ("external subset", text(behind("<!DOCTYPE Document SYSTEM \"http://127.0.0.1:1/x.dtd\">"))),
        ("parameter entity", text(behind("<!DOCTYPE d [<!ENTITY % x SYSTEM \"http://127.0.0.1:1/x\"> %x;]>"))),
        ("unknown entity", text(with_id("&x;"))),
        ("xinclude", text(with_id("<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"/etc/passwd\"/>"))),
        ("attribute bomb", text(Message::new("A-1").xml().replace("<MsgId>", &format!("<MsgId{attributes}>")))),
        ("depth bomb", text(format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000)))),
        ("utf-7", text(utf_7.to_owned())),
        ("nul", text(with_id("A\0B"))),
        ("nul reference", text(with_id("A&#0;B"))),
        ("namespace confusion", text(Message::new("A-1").xml().replace("<MsgId>", "<MsgId xmlns=\"urn:other\">"))),
        ("schema location", text(Message::new("A-1").xml().replace("xmlns=\"urn:iso:std:iso:20022:tech:xsd:auth.024.001.04\"",
            "xmlns=\"urn:bank\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"urn:bank \
                http://127.0.0.1:1/any.xsd\""))),
        ("two documents", text(format!("{}{}", Message::new("A-1").xml(), Message::new("A-2").root()))),
        ("bad utf-8", [Message::new("A-1").xml().as_bytes(), b"\xff\xfe"].concat()),
    ]
}

/// The text in windows-1251: of all characters of the tests.
pub(crate) fn windows_1251(text: &str) -> Vec<u8> {
    text.chars()
        .map(|character| match u32::from(character) {
            code @ 0..0x80 => u8::try_from(code).unwrap(),
            code @ 0x410..=0x44f => u8::try_from(code - 0x350).unwrap(),
            0xab => 0xab,
            0xbb => 0xbb,
            code => panic!("U+{code:X}"),
        })
        .collect()
}

fn utf_16(text: &str, little: bool) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
}

on_both_engines! {
    async fn ctc_06_every_attack_is_refused_with_its_place(bench: Bench) {
        let bank = Bank::new(bench).await;
        for (name, document) in attacks() {
            let answer = bank.send(&ivanova(), document).await;
            assert_eq!(answer.status, 400, "{name}: {}", answer.text());
            assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"), "{name}");
            assert!(answer.text().starts_with("line "), "{name}: {}", answer.text());
            assert!(!answer.text().contains("root:"), "{name}");
        }
        // None of them has used up the message id.
        bank.taken(Message::new("A-1").xml()).await;
    }

    async fn ctc_06_the_encodings_are_utf_8_utf_16_and_windows_1251(bench: Bench) {
        let bank = Bank::new(bench).await;
        let named = |id: &str, encoding: &str| {
            format!("<?xml version=\"1.0\" encoding=\"{encoding}\"?>\n{}", Message::new(id).root())
        };
        let documents = [
            ("none", Message::new("none").root().into_bytes()),
            ("utf-8", named("utf-8", "utf-8").into_bytes()),
            ("mark", [b"\xef\xbb\xbf", named("mark", "UTF-8").as_bytes()].concat()),
            ("utf-16le", utf_16(&named("utf-16le", "UTF-16"), true)),
            ("utf-16be", utf_16(&named("utf-16be", "UTF-16"), false)),
            ("1251", windows_1251(&named("1251", "windows-1251"))),
        ];
        for (id, document) in documents {
            let task = bank.taken(document).await;
            bank.work().await;
            let task = bank.task(&task).await;
            assert_eq!((&task["messageId"], &task["status"]), (&id.into(), &"ACCEPTED".into()), "{id}");
        }
        for other in ["KOI8-R", "ISO-8859-1", "utf-32", "nonsense"] {
            assert_eq!(bank.send(&ivanova(), named("other", other)).await.status, 400, "{other}");
        }
    }

    async fn ctc_06_the_charset_of_the_content_type_agrees_with_the_document(bench: Bench) {
        let bank = Bank::new(bench).await;
        let tokens = bank.bench.tokens.pair(&ivanova());
        let post = |charset: &str, document: Vec<u8>| {
            bank.client
                .post(POST)
                .tokens(&tokens)
                .header("content-type", &format!("application/xml; charset={charset}"))
                .body(document)
        };
        let cyrillic =
            Message::with("C-1", vec![Certified::new("C-1")]).xml().replace("UTF-8", "windows-1251");
        assert_eq!(post("utf-8", windows_1251(&cyrillic)).send().await.status, 400);
        task_id(&post("windows-1251", windows_1251(&cyrillic)).send().await);
    }

    async fn ctc_06_a_charset_that_a_library_adds_hides_no_letters(bench: Bench) {
        let bank = Bank::new(bench).await;
        let tokens = bank.bench.tokens.pair(&ivanova());
        let post = |document: Vec<u8>| {
            let request = bank.client.post(POST).tokens(&tokens).body(document);
            request.header("content-type", "application/xml; charset=iso-8859-1")
        };
        let message = Message::new("L-1").xml();
        task_id(&post(message.clone().into_bytes()).send().await);
        // The library has encoded the text, and lost its letters.
        let lost = message.replace(|letter: char| !letter.is_ascii(), "?").replace("L-1", "L-2");
        let answer = post(lost.into_bytes()).send().await;
        assert_eq!(answer.status, 400, "{}", answer.text());
        assert!(answer.text().contains("charset=UTF-8"), "{}", answer.text());
        let other = windows_1251(&message.replace("UTF-8", "windows-1251").replace("L-1", "L-3"));
        assert_eq!(post(other).send().await.status, 400, "whatever the declaration says, it is no UTF-8");
    }

    async fn ctc_06_a_body_has_at_most_five_mebibytes(bench: Bench) {
        let bank = Bank::new(bench).await;
        let document = |id: &str, bytes: usize| {
            let document = Message::new(id).xml();
            let padding = "п".repeat((bytes - document.len()) / 2 - 4);
            let mut document = format!("{document}<!--{padding}-->");
            document.push_str(&" ".repeat(bytes - document.len()));
            document
        };
        bank.taken(document("L-1", BODY_BYTES_MAX)).await;
        let longer = bank.send(&ivanova(), document("L-2", BODY_BYTES_MAX + 1)).await;
        let text = "The body has more than 5242880 bytes: divide it";
        assert_eq!((longer.status.as_u16(), longer.text()), (413, text));
        let announced = bank.post(&ivanova(), "<a/>").header("content-length", "5242881").send().await;
        assert_eq!(announced.status, 413);
    }

    async fn ctc_06_a_message_of_thousands_of_certificates_is_taken_and_checked(bench: Bench) {
        let bank = Bank::new(bench).await;
        let wrong = |number: usize| Certified {
            amount: if number.is_multiple_of(2) { "1" } else { "0" }.to_owned(),
            ..Certified::new(&format!("B-{number}"))
        };
        let document = Message::with("B", (0..5_000).map(wrong).collect()).xml();
        assert!(document.len() > 2 * 1024 * 1024 && document.len() < BODY_BYTES_MAX, "{}", document.len());
        let id = bank.taken(document).await;
        bank.work().await;
        let task = bank.task(&id).await;
        assert_eq!(task["status"], "PARTLY_ACCEPTED");
        let certificates = task["certificates"].as_array().unwrap();
        let rejected = certificates.iter().filter(|certificate| certificate["status"] == "REJECTED").count();
        assert_eq!((certificates.len(), rejected), (5_000, 2_500));
    }
}
