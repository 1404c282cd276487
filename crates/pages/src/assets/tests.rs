use super::{PASSKEY_SCRIPT, SCRIPT, SIGNING, STYLESHEET, trimmed};

#[test]
fn comments_and_indentation_stay_behind() {
    let source =
        "/* The look\n   of pages. */\n\n:root {\n  color: red; /* kept */\n}\n/* One line. */\na { b: c }\n";
    assert_eq!(trimmed(source), ":root {\ncolor: red; /* kept */\n}\na { b: c }\n");
    let source = "// Comfort.\nconst one = \"//\";\n  // Why.\n  go(one); // kept\n";
    assert_eq!(trimmed(source), "const one = \"//\";\ngo(one); // kept\n");
}

#[test]
fn what_is_served_is_the_source_without_them() {
    for asset in [&*STYLESHEET, &*SCRIPT, &*PASSKEY_SCRIPT, &*SIGNING] {
        let content = &asset.content;
        assert!(content.len() > 1_000 && content.lines().all(|line| line == line.trim()), "{}", asset.path());
        assert!(
            !content.lines().any(|line| line.starts_with("/*") || line.starts_with("//")),
            "{}",
            asset.path()
        );
        // A text over several lines would lose its indentation.
        assert!(content.lines().all(|line| line.matches('`').count() % 2 == 0), "{}", asset.path());
    }
}
