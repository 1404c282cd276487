use super::WORDED;

#[test]
fn pay_11_the_documentation_lists_the_reasons() {
    let document = include_str!("../../../../docs/ERRORS.md");
    // Only those who import revocation lists meet theirs.
    let of_signatures = WORDED.iter().filter(|[code, ..]| !code.starts_with("REVOCATION_LIST_"));
    for [code, russian, english] in of_signatures {
        let line = format!("| `{code}` | {russian} | {english} |");
        assert!(document.lines().any(|known| known == line), "docs/ERRORS.md lacks {line}");
    }
}
