//! Verdicts beside those of libxml2, on a corpus that is the same in every run.

use std::collections::BTreeMap;
use std::path::Path;

use iso20022::{Limits, Reader};

use crate::corpus::{Model, Style, generate, mutate, mutate_text};
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
const VALID: usize = 120;
const MUTATED: usize = 700;
const MUTATED_TEXTS: usize = 250;

/// What is refused here although libxml2 accepts it, by the words of the reason, and why that is meant.
const MEANT: [(&str, &str); 10] = [
    ("is not bound to a namespace", "Namespaces in XML makes it an error; libxml2 only warns"),
    ("the namespace declaration is not allowed", "Namespaces in XML makes it an error; libxml2 only warns"),
    ("a name is expected here", "a name with two colons or a colon at its end; libxml2 only warns"),
    ("white space is expected here", "a colon in the target of a processing instruction; libxml2 only warns"),
    ("only XML of version 1.0", "libxml2 reads other versions as if they were 1.0"),
    ("xsi:type is not accepted", "a document does not choose the types it is checked by"),
    ("XInclude is not accepted", "nothing of a document refers to other files"),
    ("nested deeper than", "a limit of the bank"),
    ("DOCTYPE", "no document types"),
    ("is not Base64", "libxml2 skips letters that Base64 does not have"),
];

/// What is accepted here although libxml2 refuses it: the end of its words about a value, and why it is wrong there.
/// XML Schema part 2 removes white space around a date before looking at it (section 4.3.6), and bounds no fraction of
/// a second.
const ACCEPTED: [fn(&str) -> bool; 2] = [
    |value| value.trim_matches([' ', '\t', '\n', '\r']) != value,
    |value| value.contains("59.999999999999999"),
];

/// Whether all that libxml2 finds fault with are such values of dates.
fn only_accepted(words: &str) -> bool {
    let is_accepted = |fault: &str| {
        let value = fault.split_once("' is not a valid value of the atomic type");
        let value = value.and_then(|(before, _)| before.rsplit_once("': '")).map(|(_, value)| value);
        let of_date = fault.contains("ISODate'") || fault.contains("ISODateTime'");
        of_date && value.is_some_and(|value| ACCEPTED.iter().any(|meant| meant(value)))
    };
    words.contains("validity error") && words.split("validity error").skip(1).all(is_accepted)
}

/// How much of a document a failing test shows, in characters.
const SHOWN_MAX: usize = 600;

struct Case {
    what: &'static str,
    text: String,
}

fn cases(message: &str, model: &Model) -> Vec<Case> {
    let mut random = Random::new(u64::from(message.bytes().map(u32::from).sum::<u32>()) + 20_022);
    let mut cases = Vec::new();
    for number in 0..VALID + MUTATED + MUTATED_TEXTS {
        let mut tree = generate(model, &mut random);
        let mut what = "valid";
        if (VALID..VALID + MUTATED).contains(&number) {
            what = mutate(&mut tree, model, &mut random);
            if random.chance(20) {
                what = mutate(&mut tree, model, &mut random);
            }
        }
        let style = Style::random(&mut random);
        let mut text = style.write(&tree, &model.namespace, &mut random);
        if number >= VALID + MUTATED {
            (what, text) = ("letters", mutate_text(&text, &mut random));
        }
        cases.push(Case { what, text });
    }
    cases
}

/// Compares one message and returns how many documents were valid and invalid.
fn compare(message: &str, reader: &Reader) -> (usize, usize) {
    let model = Model::of(message);
    let cases = cases(message, &model);
    let schema = format!("{}/schemas/{message}.xsd", env!("CARGO_MANIFEST_DIR"));
    let documents: Vec<Vec<u8>> = cases.iter().map(|case| case.text.clone().into_bytes()).collect();
    let verdicts = xmllint::verdicts(Path::new(&schema), &documents);
    let mut faults = Vec::new();
    let (mut valid, mut invalid) = (0, 0);
    for (case, verdict) in cases.iter().zip(&verdicts) {
        if verdict.valid {
            valid += 1;
        } else {
            invalid += 1;
        }
        if case.what == "valid" && !verdict.valid {
            faults.push(format!(
                "the generator made an invalid document: {}\n{}",
                verdict.words,
                shown(&case.text)
            ));
        }
        faults.extend(difference(case, verdict, reader));
    }
    let summary: Vec<&String> = faults.iter().take(5).collect();
    assert!(faults.is_empty(), "{message}: {} differences, the first ones: {summary:#?}", faults.len());
    (valid, invalid)
}

fn difference(case: &Case, verdict: &Verdict, reader: &Reader) -> Option<String> {
    match (reader.read(case.text.as_bytes(), None), verdict.valid) {
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

#[test]
fn ctc_02_verdicts_are_those_of_libxml2_on_a_corpus_of_all_versions() {
    let reader = Reader::new(Limits::default()).unwrap();
    let mut counts = BTreeMap::new();
    std::thread::scope(|scope| {
        let running: Vec<_> = MESSAGES
            .map(|message| {
                (
                    message,
                    scope.spawn({
                        let reader = &reader;
                        move || compare(message, reader)
                    }),
                )
            })
            .into();
        for (message, thread) in running {
            counts.insert(message, thread.join().unwrap());
        }
    });
    // A corpus that is nearly all of one kind would compare nothing.
    for (message, (valid, invalid)) in counts {
        assert!(valid > 200 && invalid > 300, "{message}: {valid} valid, {invalid} invalid");
    }
}
