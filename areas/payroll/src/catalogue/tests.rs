use kernel::Language;

use super::{Code, Reason, Severity};

#[test]
fn pay_03_every_code_has_both_texts_with_the_same_parameters() {
    for &code in Code::ALL {
        let [russian, english] = Language::ALL.map(|language| code.template(language));
        assert!(!russian.is_empty() && !english.is_empty(), "{code:?}");
        assert!(!russian.contains("№ "), "a number stays with its sign: {code:?}");
        // These carry the text of either language in a parameter of its own.
        let of_either = [
            Code::S01,
            Code::D04,
            Code::D10,
            Code::D17,
            Code::D18,
            Code::D25,
            Code::D27,
            Code::D28,
            Code::D29,
        ];
        if !of_either.contains(&code) {
            for index in 0..4 {
                let name = format!("{{{index}}}");
                assert_eq!(russian.contains(&name), english.contains(&name), "{code:?} {name}");
            }
        }
        assert_eq!(code.as_str().parse(), Ok(code));
    }
}

#[test]
fn pay_03_the_codes_of_the_specification_have_its_severity() {
    for code in [Code::P11, Code::P12, Code::T16] {
        assert_eq!(code.severity(), Severity::Warning, "{code:?}");
    }
    for code in [Code::P20, Code::T06] {
        assert_eq!(code.severity(), Severity::Error, "{code:?}");
    }
}

#[test]
fn pay_03_a_message_names_its_parameters() {
    let reason = Reason::with(Code::P01, ["2", "3"]);
    assert_eq!(reason.message(Language::English), "There are 2 transfers, transfersCount says 3");
    assert_eq!(
        reason.message(Language::Russian),
        "Количество переводов 2 не совпадает с указанным transfersCount 3"
    );
}

#[test]
fn pay_03_what_a_bank_writes_in_braces_stays() {
    let reason = Reason::with(Code::D25, ["код {1}", "code {0}"]);
    assert_eq!(reason.message(Language::Russian), "Банк не исполнил перевод: код {1}");
    assert_eq!(reason.message(Language::English), "The bank did not execute the transfer: code {0}");
}

#[test]
fn pay_03_the_documentation_lists_the_catalogue() {
    let document = include_str!("../../../../docs/ERRORS.md");
    let documented: Vec<&str> = document
        .lines()
        .filter(|line| {
            let code = line.strip_prefix("| `").and_then(|rest| rest.get(..3)).unwrap_or_default();
            code.parse::<Code>().is_ok()
        })
        .collect();
    let known: Vec<String> = Code::ALL
        .iter()
        .map(|code| {
            let [russian, english] = Language::ALL.map(|language| code.template(language));
            format!("| `{}` | {} | {russian} | {english} |", code.as_str(), code.severity().as_str())
        })
        .collect();
    assert_eq!(documented, known, "docs/ERRORS.md (left) and the catalogue (right)");
}
