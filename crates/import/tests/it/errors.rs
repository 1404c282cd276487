//! The messages to the operator about wrong files.

use std::fs::File;

use import::{CELL_CHARACTERS_MAX, CELLS_MAX, ERRORS_MAX, FILE_BYTES_MAX, ROWS_MAX};

use crate::things::{Folder, errors, read};

#[test]
fn ops_01_the_header_must_fit() {
    let folder =
        Folder::new("header").with("things.csv", "code,code,colour\na,b,c\n").with("more_things.csv", "");
    assert_eq!(
        errors(&folder),
        [
            "things.csv:1:code: occurs twice in the header",
            "things.csv:1: column 3 is unknown; known are code, inn, amount, parent, parts",
            "things.csv:1:inn: is missing in the header",
            "more_things.csv:1:code: is missing in the header",
            "more_things.csv:1:inn: is missing in the header",
        ]
    );
}

#[test]
fn ops_01_every_wrong_row_of_a_csv_is_named() {
    let long = "x".repeat(CELL_CHARACTERS_MAX + 1);
    let folder = Folder::new("rows")
        .with("things.csv", format!("code,inn\na,1\nb\nc,\n,\nd,\0\na,2\ne,{long}\nf,1,2\ng,a\u{202e}b\n"));
    assert_eq!(
        errors(&folder),
        [
            "things.csv:3: has 1 fields where the header has 2",
            "things.csv:4:inn: must not be empty",
            "things.csv:5:code: must not be empty",
            "things.csv:5:inn: must not be empty",
            "things.csv:6:inn: must not contain the character U+0000",
            "things.csv:8:inn: must have at most 65536 characters",
            "things.csv:9: has 3 fields where the header has 2",
            "things.csv:10:inn: must not contain the directional characters U+202A to U+202E and U+2066 to U+2069",
            "things.csv:7: has the same code as line 2",
        ]
    );
}

#[test]
fn ops_01_two_missing_quotation_marks_swallow_no_rows() {
    let folder = Folder::new("even_quotes")
        .with("things.csv", "code,inn\na,1\n\"b,2\n\"c,3\nd,4\n")
        .with("more_things.csv", "code;inn\r\n\"a\";1\r\n\"b\" ;2\r\n\"c;\"\"\";\"3\"\r\n\"\";4\r\n");
    assert_eq!(
        errors(&folder),
        [
            "things.csv:3: has a quotation mark without its partner",
            "more_things.csv:3: has a quotation mark without its partner",
            "more_things.csv:5:code: must not be empty",
        ]
    );
}

#[test]
fn ops_01_what_is_no_file_is_named_and_not_opened() {
    let folder = Folder::new("no_file").with("more_things.csv", "code,inn\n");
    std::fs::create_dir(folder.path().join("things.csv")).unwrap();
    assert_eq!(errors(&folder), ["things.csv: is not a file"]);
    std::fs::remove_dir(folder.path().join("things.csv")).unwrap();
    let pipe = std::process::Command::new("mkfifo").arg(folder.path().join("things.csv")).status().unwrap();
    assert!(pipe.success());
    assert_eq!(errors(&folder), ["things.csv: is not a file"], "nobody waits for a writer");
}

#[test]
fn ops_01_a_missing_quotation_mark_swallows_no_rows() {
    let folder = Folder::new("quotes")
        .with("things.csv", "code,inn\na,1\n\nООО \"b\",\"2\nc,3\nd,4\n")
        .with("more_things.csv", "code,inn\nООО \"Ромашка\",1\n\"b,\"\"2\"\"\",2\nООО \"c,3\nd,4\n");
    assert_eq!(
        errors(&folder),
        [
            "things.csv:4: has a quotation mark without its partner",
            "more_things.csv:4: has a quotation mark without its partner",
        ]
    );
    let codes: Vec<String> =
        read(&folder).tables[1].rows.iter().map(|row| row.optional("code").unwrap().to_owned()).collect();
    assert_eq!(codes, ["ООО \"Ромашка\"", "b,\"2\"", "d"]);
}

#[test]
fn ops_01_every_wrong_object_of_a_json_is_named() {
    let folder = Folder::new("objects").with(
        "things.json",
        "[\n{\"code\": \"a\", \"inn\": \"1\", \"code\": \"b\"},\n{\"code\": [\"a\"], \"inn\": \"1\"},\n{\"code\": \
            \"a\", \
         \"Inn\": \"1\"},\n7,\n{\"code\": \"\\ud800\", \"inn\": \"1\"},\n{\"code\": \"c\", \"inn\": \"1\", \
         \"c\\u006fde\": \"d\"}\n]",
    );
    assert_eq!(
        errors(&folder),
        [
            "things.json:2: the property at place 3 occurs twice",
            "things.json:3:code: must be a text, number, boolean or null",
            "things.json:4: column 2 is unknown; known are code, inn, amount, parent, parts",
            "things.json:4:inn: must not be empty",
            "things.json:5: expected an object",
            "things.json:6: the property at place 1 must be a text, number, boolean or null",
            "things.json:7: the property at place 3 occurs twice",
        ]
    );
}

#[test]
fn ops_01_rows_on_one_line_repeat_no_key() {
    let object = r#"{"code": "a", "inn": "1"}"#;
    let folder = Folder::new("one_line").with("things.json", format!("[{object}, {object}]"));
    assert_eq!(errors(&folder), ["things.json:1: has the same code as line 1"]);
}

#[test]
fn ops_01_rows_have_a_limited_number_of_cells() {
    let properties: Vec<String> = (0..=CELLS_MAX).map(|number| format!("\"c{number}\": 1")).collect();
    let names: Vec<String> = (0..=CELLS_MAX).map(|number| format!("c{number}")).collect();
    let folder = Folder::new("wide")
        .with("things.json", format!("[{{{}}}]", properties.join(", ")))
        .with("more_things.csv", format!("{}\n", names.join(",")));
    let errors = errors(&folder);
    assert_eq!(errors[0], "things.json:1: a row has at most 256 properties");
    assert_eq!(errors[1], "more_things.csv:1: a row has at most 256 fields");
}

#[test]
fn ops_01_what_is_no_array_of_objects_is_refused() {
    for (content, error) in [
        ("{}", "things.json:1: must be an array of objects: expected an array"),
        ("[\n{},\n]", "things.json:3: must be an array of objects: trailing comma"),
        ("[\n{}\n", "things.json:3: must be an array of objects: EOF while parsing a list"),
        ("[] []", "things.json:1: must be an array of objects: trailing characters"),
        ("", "things.json:1: must be an array of objects: EOF while parsing a value"),
    ] {
        assert_eq!(errors(&Folder::new("no_array").with("things.json", content)), [error], "{content:?}");
    }
}

#[test]
fn ops_01_other_encodings_are_refused_at_their_line() {
    let folder = Folder::new("encoding").with("things.csv", b"code,inn\na,1\n\xd0,2\n");
    assert_eq!(errors(&folder), ["things.csv:3: is not UTF-8; save the file in that encoding"]);
}

#[test]
fn ops_01_unknown_and_double_files_are_refused() {
    let folder = Folder::new("files")
        .with("things.csv", "code,inn\n")
        .with("things.json", "[]")
        .with("Things.csv", "")
        .with("things.xlsx", "");
    assert_eq!(
        errors(&folder),
        [
            "Things.csv: unknown file; known are things.csv (or .json), more_things.csv (or .json)",
            "things.json: there is things.csv as well; keep one of them",
            "things.xlsx: unknown file; known are things.csv (or .json), more_things.csv (or .json)",
        ]
    );
}

#[test]
fn ops_01_a_folder_without_files_is_refused() {
    let folder = Folder::new("empty");
    assert_eq!(
        errors(&folder),
        [format!("{}: has no file to import", folder.path().file_name().unwrap().display())]
    );
    std::fs::remove_dir(folder.path()).unwrap();
    let found = errors(&folder).join("\n");
    assert!(found.contains(": cannot be read: "), "{found}");
}

#[test]
fn ops_01_files_and_rows_have_limits() {
    let folder = Folder::new("bytes").with("things.csv", "");
    File::create(folder.path().join("things.csv")).unwrap().set_len(FILE_BYTES_MAX + 1).unwrap();
    assert_eq!(errors(&folder), ["things.csv: must have at most 67108864 bytes"]);

    let rows: Vec<String> = (0..=ROWS_MAX).map(|code| format!("{code},1\n")).collect();
    let folder = Folder::new("many_rows").with("things.csv", format!("code,inn\n{}", rows.concat()));
    assert_eq!(errors(&folder), ["things.csv:500002: a file has at most 500000 rows"]);
}

#[test]
fn ops_01_the_list_of_errors_has_a_limit() {
    let text = format!("code,inn\n{}", ",\n".repeat(ERRORS_MAX));
    let folder = Folder::new("many_faults").with("things.csv", text);
    assert_eq!(read(&folder).errors().len(), ERRORS_MAX);
}

/// A folder that others may write names a file that only the operator may read.
#[test]
fn security_14_an_import_follows_no_link() {
    let secret = Folder::new("secret").with("shadow", "code,inn\nroot:$6$hash,1\n");
    let folder = Folder::new("links").with("more_things.csv", "code,inn\na,1\n");
    std::os::unix::fs::symlink(secret.path().join("shadow"), folder.path().join("things.csv")).unwrap();
    let link = "things.csv: is a symbolic link; put the file itself into the folder";
    assert_eq!(errors(&folder), [link]);
    // Also where a link leads nowhere, or to a folder.
    for target in ["/nowhere", "/etc"] {
        std::fs::remove_file(folder.path().join("things.csv")).unwrap();
        std::os::unix::fs::symlink(target, folder.path().join("things.csv")).unwrap();
        assert_eq!(errors(&folder), [link], "{target}");
    }
}

/// Whatever is in a file that is no table, its messages are the program's own words.
#[test]
fn security_14_what_is_no_table_is_not_shown() {
    for (file, content) in [
        ("things.csv", "root:$6$SECRET:19000:0:99999:7:::\ndaemon:*:SECRET:0\n".to_owned()),
        ("things.csv", "code,SECRET,inn\na,b,1\n".to_owned()),
        ("things.csv", "-----BEGIN PRIVATE KEY-----\nSECRET\n".to_owned()),
        ("things.json", "\"SECRET\"".to_owned()),
        ("things.json", "{\"SECRET\": 1}".to_owned()),
        ("things.json", "[\"SECRET, expected SECRET at line SECRET\"]".to_owned()),
        ("things.json", "[{\"SECRET\": \"SECRET\", \"SECRET\": 1}]".to_owned()),
        ("things.json", "[{\"SECRET\": [\"SECRET\"]}]".to_owned()),
        ("things.json", "[{\"SECRET\": \"\\ud800\"}]".to_owned()),
        ("things.json", format!("[{{\"SECRET\": \"{}\"}}]", "SECRET".repeat(CELL_CHARACTERS_MAX))),
        ("things.json", "[{\"SECRET\": \"a\u{202e}b\"}]".to_owned()),
        ("things.json", "[SECRET]".to_owned()),
        ("things.json", "SECRET".to_owned()),
        ("things.json", "[{\"code\": SECRET}]".to_owned()),
    ] {
        let found = errors(&Folder::new("no_table").with(file, &content));
        assert!(!found.is_empty(), "{content}");
        assert!(!found.iter().any(|error| error.contains("SECRET")), "{found:#?}");
    }
}
