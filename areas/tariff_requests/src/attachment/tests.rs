//! Files that are what they say, and files that are not.

use std::io::{Cursor, Write as _};

use bytes::Bytes;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{
    ATTACHMENT_BYTES_MAX, ATTACHMENTS_BYTES_MAX, ATTACHMENTS_MAX, AttachmentFault, FileKind, NewAttachment,
    checked,
};

/// An archive of these parts, packed as programs pack documents.
fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

const TYPES: &str = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default \
    Extension=\"xml\" ContentType=\"application/xml\"/></Types>";

/// A document of a word processor with one more part.
fn docx(name: &str, text: &str) -> Vec<u8> {
    archive(&[("[Content_Types].xml", TYPES), ("word/document.xml", "<w:document/>"), (name, text)])
}

/// A table calculation with one more part.
fn xlsx(name: &str, text: &str) -> Vec<u8> {
    archive(&[("[Content_Types].xml", TYPES), ("xl/workbook.xml", "<workbook/>"), (name, text)])
}

fn kind(name: &str, bytes: &[u8]) -> Result<FileKind, AttachmentFault> {
    NewAttachment::new(name.to_owned(), Bytes::copy_from_slice(bytes)).map(|file| file.kind)
}

#[test]
fn onl_07_a_file_is_what_its_name_and_its_bytes_say() {
    let (docx, xlsx) = (docx("word/media/a.png", ""), xlsx("xl/worksheets/sheet1.xml", ""));
    for (name, bytes, expected) in [
        ("Договор № 5.pdf", &b"%PDF-1.7"[..], FileKind::Pdf),
        ("scan.PNG", b"\x89PNG\r\n\x1a\n....", FileKind::Png),
        ("a.jpeg", b"\xff\xd8\xff\xe0", FileKind::Jpeg),
        ("a.b.jpg", b"\xff\xd8\xff\xe0", FileKind::Jpeg),
        ("a.docx", &docx, FileKind::Docx),
        ("a.xlsx", &xlsx, FileKind::Xlsx),
        ("a.txt", "Привет\r\n\t".as_bytes(), FileKind::Text),
        ("a.txt", b"\xcf\xf0\xe8\xe2\xe5\xf2", FileKind::Text),
        ("a.csv", b"a;b\r\n", FileKind::Csv),
        ("a.xml", b"\xef\xbb\xbf <?xml version=\"1.0\"?>", FileKind::Xml),
    ] {
        assert_eq!(kind(name, bytes), Ok(expected), "{name}");
    }
}

#[test]
fn onl_07_a_file_that_contradicts_itself_is_refused() {
    for (name, bytes) in [
        ("a.pdf", &b"MZ\x90"[..]),
        ("a.png", b"<svg onload=alert(1)>"),
        ("a.jpg", b"%PDF-1.7"),
        ("a.docx", b"PK\x03\x04 anything"),
        ("a.docx", b"PK\x03\x04..[Content_Types].xml..word/document.xml.."),
        ("a.xlsx", &docx("word/media/a.png", "")),
        ("a.docx", &archive(&[("word/document.xml", "")])),
        ("a.txt", b"a\0b"),
        ("a.txt", b"\x7fELF"),
        ("a.csv", b"\xff\xfea\0"),
        ("a.xml", b"name;value"),
    ] {
        assert_eq!(kind(name, bytes), Err(AttachmentFault::Content(name.to_owned())), "{name}");
    }
    for name in ["a.exe", "a", ".pdf", "a.pdf.", "a.html", "a.svg", "a.docm", "a.zip", "a.pdf ", "pdf"] {
        assert_eq!(kind(name, b"%PDF-1.7"), Err(AttachmentFault::Kind(name.to_owned())), "{name}");
    }
    assert_eq!(kind("a.pdf", b""), Err(AttachmentFault::Empty("a.pdf".to_owned())));
}

#[test]
fn onl_07_a_name_shows_what_it_is() {
    let (long, cut_off) = (format!("{}.pdf", "x".repeat(97)), "x".repeat(100));
    let hiding = ["", "a\u{202e}fdp.pdf", "a\0.pdf", "a\u{200b}.pdf", "a\n.pdf", "../a.pdf", "a\\b.pdf"];
    for name in hiding.into_iter().chain([long.as_str(), &cut_off]) {
        assert_eq!(kind(name, b"%PDF-1.7"), Err(AttachmentFault::Name), "{name:?}");
    }
    assert!(kind(&format!("{}.pdf", "ы".repeat(96)), b"%PDF-1.7").is_ok());
}

#[test]
fn onl_07_files_have_limits_one_by_one_and_together() {
    let file = |bytes: usize| ("a.txt".to_owned(), Bytes::from(vec![b'a'; bytes]));
    assert_eq!(checked(vec![file(1); ATTACHMENTS_MAX]).unwrap().len(), ATTACHMENTS_MAX);
    assert_eq!(checked(vec![file(1); ATTACHMENTS_MAX + 1]), Err(AttachmentFault::TooMany));
    assert!(checked(vec![file(ATTACHMENT_BYTES_MAX)]).is_ok());
    let large = AttachmentFault::TooLarge("a.txt".to_owned());
    assert_eq!(checked(vec![file(ATTACHMENT_BYTES_MAX + 1)]), Err(large));
    let full = ATTACHMENTS_BYTES_MAX / ATTACHMENT_BYTES_MAX;
    assert!(checked(vec![file(ATTACHMENT_BYTES_MAX); full]).is_ok());
    let mut more = vec![file(ATTACHMENT_BYTES_MAX); full];
    more.push(file(1));
    assert_eq!(checked(more), Err(AttachmentFault::TooLargeTogether));
    assert_eq!(checked(Vec::new()), Ok(Vec::new()));
}

/// Whatever a program calls the part: its name, its type or the relation to it tells.
#[test]
fn security_13_a_document_in_which_something_runs_is_refused() {
    let types = |kind: &str| TYPES.replace("application/xml", kind);
    let with_types =
        |types: &str, main: &str| archive(&[("[Content_Types].xml", types), (main, "<a/>"), ("x.bin", "")]);
    let relation = |kind: &str| {
        format!(
            "<Relationships><Relationship Id=\"a\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/\
            relationships/{kind}\" Target=\"../x.bin\"/></Relationships>"
        )
    };
    for (name, bytes) in [
        ("a.docx", docx("word/vbaProject.bin", "")),
        ("a.docx", docx("word/VBAPROJECT.BIN", "")),
        ("a.docx", docx("word/activeX/activeX1.xml", "")),
        ("a.docx", docx("word\\ActiveX\\activeX1.bin", "")),
        ("a.docx", docx("word/embeddings/oleObject1.bin", "")),
        ("a.docx", docx("word/embeddings/Dokument.docm", "")),
        ("a.docx", docx("customUI/../word/embeddings/a.exe", "")),
        ("a.docx", docx("word/_rels/document.xml.rels", &relation("oleObject"))),
        ("a.docx", docx("word/_rels/document.xml.rels", &relation("control"))),
        ("a.docx", docx("WORD/_RELS/DOCUMENT.XML.RELS", &relation("vbaProject"))),
        ("a.docx", docx("word/_rels/document.xml.rels", &relation("o&#108;eObject"))),
        ("a.docx", with_types(&types("application/vnd.ms-office.vbaProject"), "word/document.xml")),
        (
            "a.docx",
            with_types(&types("application/vnd.ms-word.document.macroEnabled.main+xml"), "word/document.xml"),
        ),
        ("a.xlsx", xlsx("xl/macrosheets/sheet1.xml", "")),
        ("a.xlsx", xlsx("xl/Macrosheets/intlsheet1.xml", "")),
        ("a.xlsx", xlsx("xl/dialogsheets/sheet1.xml", "")),
        ("a.xlsx", xlsx("xl/embeddings/oleObject1.bin", "")),
        ("a.xlsx", with_types(&types("application/vnd.ms-excel.macrosheet+xml"), "xl/workbook.xml")),
        ("a.xlsx", with_types(&types("application/vnd.ms-office.activeX+xml"), "xl/workbook.xml")),
    ] {
        assert_eq!(
            kind(name, &bytes),
            Err(AttachmentFault::Active(name.to_owned())),
            "{}",
            bytes.escape_ascii()
        );
    }
    // A chart has its table, a picture its place, a letter its template.
    for bytes in [
        docx("word/embeddings/Microsoft_Excel_Sheet1.xlsx", ""),
        docx("word/_rels/document.xml.rels", &relation("image")),
        docx("word/_rels/settings.xml.rels", &relation("attachedTemplate")),
    ] {
        assert_eq!(kind("a.docx", &bytes), Ok(FileKind::Docx));
    }
}

/// A file that cannot be looked into is not taken, and looking ends at a limit.
#[test]
fn security_13_an_archive_that_hides_its_parts_is_refused() {
    let twice = {
        let mut bytes = docx("word/documenT.xml", "");
        while let Some(at) = bytes.windows(9).position(|window| window == b"documenT.") {
            bytes[at + 7] = b't';
        }
        bytes
    };
    let mut behind = docx("word/vbaProject.bin", "");
    behind.extend_from_slice(&docx("word/a.xml", "")[..]);
    let mut comment = docx("word/a.xml", "");
    comment.extend_from_slice(b"more");
    let names: Vec<String> = (0..4_001).map(|number| format!("word/{number}")).collect();
    let many: Vec<(&str, &str)> = [("[Content_Types].xml", TYPES), ("word/document.xml", "")]
        .into_iter()
        .chain(names.iter().map(|name| (name.as_str(), "")))
        .collect();
    let bomb = docx("word/_rels/document.xml.rels", &" ".repeat(9 * 1024 * 1024));
    let wide: String = "vbaProject".chars().flat_map(|letter| [letter, '\0']).collect();
    for (what, bytes) in [
        ("two parts of one name", twice),
        ("bytes behind the end", comment),
        ("too many parts", archive(&many)),
        ("relations without end", bomb),
        ("types in UTF-16", archive(&[("[Content_Types].xml", &wide), ("word/document.xml", "")])),
    ] {
        let (found, time) = testkit::processor_time(|| kind("a.docx", &bytes));
        assert_eq!(found, Err(AttachmentFault::Content("a.docx".to_owned())), "{what}");
        assert!(time.as_secs() < 2, "{what}: {time:?}");
    }
    // Of two archives in one file the last is the one that programs open.
    assert_eq!(kind("a.docx", &behind), Ok(FileKind::Docx));
}
