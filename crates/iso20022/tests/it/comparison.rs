//! Verdicts beside those of libxml2, on a corpus that is the same in every run.

use std::collections::BTreeMap;
use std::path::Path;

use iso20022::{Limits, Reader};

use crate::corpus::{Encoding, Model, Style, generate, mutate, mutate_bytes, mutate_text};
use crate::random::Random;
use crate::xmllint::{self, Verdict};

const MESSAGES: [&str; 8] = [
    "auth.024.001.01",
    "auth.024.001.02",
    "auth.024.001.03",
    "auth.024.001.04",
    "auth.027.001.01",
    "auth.027.001.02",
    "auth.027.001.03",
    "auth.027.001.04",
];

/// Documents of each message and kind.
const COUNTS: Counts = Counts { valid: 120, mutated: 700, texts: 250, bytes: 100 };
/// The same in each encoding that is not UTF-8.
const COUNTS_TRANSCODED: Counts = Counts { valid: 30, mutated: 60, texts: 60, bytes: 100 };

/// The documents that are refused here although libxml2 accepts them, by the words of the reason, with the intention.
const MEANT: [(&str, &str); 11] = [
    ("is not bound to a namespace", "Namespaces in XML makes it an error; libxml2 only warns"),
    ("the namespace declaration is not allowed", "Namespaces in XML makes it an error; libxml2 only warns"),
    ("a name is expected here", "a name with two colons or a colon at its end; libxml2 only warns"),
    ("white space is expected here", "a colon in the target of a processing instruction; libxml2 only warns"),
    ("the XML declaration is not written as", "white space between its parts is missing; libxml2 reads on"),
    ("only XML of version 1.0", "libxml2 reads other versions as if they were 1.0"),
    ("xsi:type is not accepted", "a document does not choose the types it is checked by"),
    ("XInclude is not accepted", "nothing of a document refers to other files"),
    ("nested deeper than", "a limit of the bank"),
    ("DOCTYPE", "no document types"),
    ("is not Base64", "libxml2 skips letters that Base64 does not have"),
];

/// The documents that are accepted here although libxml2 refuses them: the end of its words about a value. XML Schema
/// part 2 removes white space around a date before looking at it (section 4.3.6), and bounds no fraction of a second.
const ACCEPTED: [fn(&str) -> bool; 2] = [
    |value| value.trim_matches([' ', '\t', '\n', '\r']) != value,
    |value| value.contains("59.999999999999999"),
];

/// Tells whether all that libxml2 finds error with are such values of dates.
fn only_accepted(words: &str) -> bool {
    let is_accepted = |error: &str| {
        let value = error.split_once("' is not a valid value of the atomic type");
        let value = value.and_then(|(before, _)| before.rsplit_once("': '")).map(|(_, value)| value);
        let of_date = error.contains("ISODate'") || error.contains("ISODateTime'");
        of_date && value.is_some_and(|value| ACCEPTED.iter().any(|meant| meant(value)))
    };
    words.contains("validity error") && words.split("validity error").skip(1).all(is_accepted)
}

/// The most characters of a document that a failing test shows.
const SHOWN_MAX: usize = 600;

struct Case {
    what: &'static str,
    text: String,
    bytes: Vec<u8>,
}

/// The number of documents of each kind.
#[derive(Clone, Copy)]
struct Counts {
    valid: usize,
    mutated: usize,
    /// With letters that are changed.
    texts: usize,
    /// With bytes that are changed after the encoding.
    bytes: usize,
}

fn cases(message: &str, model: &Model, counts: Counts, encoding: Encoding) -> Vec<Case> {
    let seed = u64::from(message.bytes().map(u32::from).sum::<u32>()) + 20_022;
    let mut random = Random::new(seed + encoding.number());
    let mut cases = Vec::new();
    let changed = counts.valid..counts.valid + counts.mutated;
    let texts = changed.end..changed.end + counts.texts;
    for number in 0..texts.end + counts.bytes {
        let mut tree = generate(model, &mut random);
        let mut what = "valid";
        if changed.contains(&number) {
            what = mutate(&mut tree, model, &mut random);
            if random.chance(20) {
                what = mutate(&mut tree, model, &mut random);
            }
        }
        let style = Style::random(&mut random);
        let mut text = encoding.declared(style.write(&tree, &model.namespace, &mut random));
        if texts.contains(&number) {
            (what, text) = ("letters", mutate_text(&text, &mut random));
        }
        let mut bytes = encoding.bytes(&text);
        if number >= texts.end {
            what = "bytes";
            mutate_bytes(&mut bytes, &mut random);
        }
        cases.push(Case { what, text, bytes });
    }
    cases
}

/// Compares one message and returns how many documents were valid and invalid.
fn compare(message: &str, reader: &Reader, counts: Counts, encoding: Encoding) -> (usize, usize) {
    let model = Model::of(message);
    let cases = cases(message, &model, counts, encoding);
    let schema = format!("{}/schemas/{message}.xsd", env!("CARGO_MANIFEST_DIR"));
    let documents: Vec<Vec<u8>> = cases.iter().map(|case| case.bytes.clone()).collect();
    let verdicts = xmllint::verdicts(Path::new(&schema), &documents);
    let mut errors = Vec::new();
    let (mut valid, mut invalid) = (0, 0);
    for (case, verdict) in cases.iter().zip(&verdicts) {
        if verdict.valid {
            valid += 1;
        } else {
            invalid += 1;
        }
        if case.what == "valid" && !verdict.valid {
            errors.push(format!(
                "the generator made an invalid document: {}\n{}",
                verdict.words,
                shown(&case.text)
            ));
        }
        errors.extend(difference(case, verdict, reader));
    }
    let summary: Vec<&String> = errors.iter().take(5).collect();
    assert!(
        errors.is_empty(),
        "{message}, {encoding:?}: {} differences, the first ones: {summary:#?}",
        errors.len()
    );
    (valid, invalid)
}

fn difference(case: &Case, verdict: &Verdict, reader: &Reader) -> Option<String> {
    match (reader.read(&case.bytes, None), verdict.valid) {
        (Ok(_), true) | (Err(_), false) => None,
        (Ok(_), false) if only_accepted(&verdict.words) => None,
        (Ok(_), false) => {
            Some(format!("false accept ({}), libxml2: {}\n{}", case.what, verdict.words, shown(&case.text)))
        }
        (Err(violations), true) => {
            let text = violations.to_string();
            let meant =
                violations.list().iter().all(|one| MEANT.iter().any(|(words, _)| one.reason.contains(words)));
            (!meant).then(|| format!("false reject ({}): {text}\n{}", case.what, shown(&case.text)))
        }
    }
}

fn shown(text: &str) -> String {
    text.chars().take(SHOWN_MAX).collect()
}

/// Compares every message, each on a thread of its own; how many of its documents were valid and invalid.
fn compare_all(counts: Counts, encoding: Encoding) -> BTreeMap<&'static str, (usize, usize)> {
    let reader = &Reader::new(Limits::default()).unwrap();
    std::thread::scope(|scope| {
        let running = MESSAGES
            .map(|message| (message, scope.spawn(move || compare(message, reader, counts, encoding))));
        running.into_iter().map(|(message, thread)| (message, thread.join().unwrap())).collect()
    })
}

#[test]
fn ctc_02_verdicts_are_those_of_libxml2_on_a_corpus_of_all_versions() {
    // A corpus that is nearly all of one kind would compare nothing.
    for (message, (valid, invalid)) in compare_all(COUNTS, Encoding::Utf8) {
        assert!(valid > 200 && invalid > 300, "{message}: {valid} valid, {invalid} invalid");
    }
}

#[test]
fn ctc_06_verdicts_are_those_of_libxml2_in_every_encoding() {
    for encoding in [Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Windows1251] {
        for (message, (valid, invalid)) in compare_all(COUNTS_TRANSCODED, encoding) {
            assert!(valid > 40 && invalid > 60, "{message}, {encoding:?}: {valid} valid, {invalid} invalid");
        }
    }
}
