//! Files that are what they say, and files that are not.

use bytes::Bytes;

use super::{
    ATTACHMENT_BYTES_MAX, ATTACHMENTS_BYTES_MAX, ATTACHMENTS_MAX, AttachmentFault, FileKind, NewAttachment,
    checked,
};

const DOCX: &[u8] = b"PK\x03\x04..[Content_Types].xml..word/document.xml..";

fn kind(name: &str, bytes: &[u8]) -> Result<FileKind, AttachmentFault> {
    NewAttachment::new(name.to_owned(), Bytes::copy_from_slice(bytes)).map(|file| file.kind)
}

#[test]
fn onl_07_a_file_is_what_its_name_and_its_bytes_say() {
    for (name, bytes, expected) in [
        ("Договор № 5.pdf", &b"%PDF-1.7"[..], FileKind::Pdf),
        ("scan.PNG", b"\x89PNG\r\n\x1a\n....", FileKind::Png),
        ("a.jpeg", b"\xff\xd8\xff\xe0", FileKind::Jpeg),
        ("a.b.jpg", b"\xff\xd8\xff\xe0", FileKind::Jpeg),
        ("a.docx", DOCX, FileKind::Docx),
        ("a.xlsx", b"PK\x03\x04[Content_Types].xml xl/workbook.xml", FileKind::Xlsx),
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
        ("a.xlsx", DOCX),
        ("a.docx", b"PK\x03\x04[Content_Types].xml word/document.xml word/vbaProject.bin"),
        ("a.docx", b"PK\x03\x04[Content_Types].xml word/document.xml word/VBAPROJECT.BIN"),
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
    let long = format!("{}.pdf", "x".repeat(97));
    for name in ["", "a\u{202e}fdp.pdf", "a\0.pdf", "a\u{200b}.pdf", "a\n.pdf", "../a.pdf", "a\\b.pdf", &long]
    {
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
