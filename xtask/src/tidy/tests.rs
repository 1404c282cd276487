use super::packages::{Package, Tested};
use super::{arrows, circles, dependencies, modules, rooms, size, targets, words};
use crate::source::{Source, code_of, comment_of};

fn package(folder: &str, dependencies: &[&str]) -> Package {
    Package {
        name: folder.rsplit('/').next().unwrap_or_default().to_owned(),
        folder: folder.to_owned(),
        dependencies: dependencies.iter().map(|&name| name.to_owned()).collect(),
        tested: None,
    }
}

#[test]
fn a_library_builds_a_test_program_when_it_holds_tests() {
    let crates = |units, examples| Package {
        tested: Some(Tested { units, examples }),
        ..package("crates/kernel", &[])
    };
    let with = [Source::planted("crates/kernel/src/money/tests.rs", "#[test]\nfn adds() {}\n/// ```\n")];
    let without = [Source::planted("crates/kernel/src/money.rs", "/// An amount.\nstruct Money;\n")];
    assert!(targets::findings(&[crates(true, true)], &with).is_empty());
    assert!(targets::findings(&[crates(false, false)], &without).is_empty());
    assert_eq!(targets::findings(&[crates(false, false)], &with).len(), 2, "tests that are left out");
    assert_eq!(targets::findings(&[crates(true, true)], &without).len(), 2, "programs without tests");
}

#[test]
fn areas_stand_alone_but_for_payroll() {
    let accounts = package("areas/accounts", &[]);
    let allowed = [accounts.clone(), package("areas/payroll", &["accounts"])];
    assert!(dependencies::findings(&allowed).is_empty());
    let planted = [accounts, package("areas/identity", &["accounts"])];
    assert_eq!(dependencies::findings(&planted).len(), 1);
}

#[test]
fn shared_crates_know_no_area() {
    let planted = [package("areas/accounts", &[]), package("crates/edge", &["accounts"])];
    assert_eq!(dependencies::findings(&planted).len(), 1);
}

#[test]
fn circles_are_found_wherever_they_begin() {
    let planted = [
        package("crates/kernel", &["testkit"]),
        package("crates/testkit", &["kernel"]),
        package("sdk", &["kernel"]),
    ];
    assert_eq!(dependencies::findings(&planted).len(), 2);
}

#[test]
fn drivers_belong_to_the_store() {
    assert!(dependencies::findings(&[package("crates/store", &["rusqlite"])]).is_empty());
    assert_eq!(dependencies::findings(&[package("areas/accounts", &["tokio-postgres"])]).len(), 1);
}

#[test]
fn domain_files_are_told_by_their_place() {
    for domain in ["areas/accounts/src/account.rs", "areas/identity/src/lockout/tests.rs"] {
        assert!(rooms::is_domain(domain), "{domain}");
    }
    for other in [
        "areas/accounts/src/lib.rs",
        "areas/accounts/src/store.rs",
        "areas/accounts/src/api/get.rs",
        "areas/identity/src/store/sessions.rs",
        "areas/accounts/src/work/close_due_day.rs",
        "areas/accounts/tests/it/main.rs",
        "crates/edge/src/extract.rs",
    ] {
        assert!(!rooms::is_domain(other), "{other}");
    }
}

#[test]
fn domain_files_name_no_layer() {
    for line in
        ["use axum::Json;", "let x: serde_json::Value;", "fn f(t: &mut store::Tx) {}", "use crate::store;"]
    {
        let planted = Source::planted("areas/accounts/src/account.rs", line);
        assert_eq!(rooms::findings(&planted).len(), 1, "{line}");
    }
    for line in ["// store::Tx is not for here", "let restore = bookstore::open();", "let store = 1;"] {
        let planted = Source::planted("areas/accounts/src/account.rs", line);
        assert!(rooms::findings(&planted).is_empty(), "{line}");
    }
}

#[test]
fn domain_files_name_nothing_of_use_cases() {
    for line in ["use edge::EdgeError;", "jobs::cancel(tx, CHECK, key)?;", "let entry: audit::Entry;"] {
        let planted = |path| Source::planted(path, line);
        assert_eq!(rooms::findings(&planted("areas/accounts/src/account.rs")).len(), 1, "{line}");
        assert!(rooms::findings(&planted("areas/accounts/src/work/post.rs")).is_empty(), "{line}");
    }
}

#[test]
fn files_of_store_know_rows_alone() {
    for line in [
        "use edge::Caller;",
        "jobs::enqueue(tx, CHECK, key, now)?;",
        "audit::record(tx, entry)?;",
        "let work = tokio::task::spawn_blocking(render);",
        "std::thread::spawn(render);",
        "use crate::work::failure::Failure;",
    ] {
        for path in ["areas/accounts/src/store.rs", "areas/accounts/src/store/holds.rs"] {
            assert_eq!(rooms::findings(&Source::planted(path, line)).len(), 1, "{path}: {line}");
        }
        let elsewhere = Source::planted("areas/accounts/src/work/hold.rs", line);
        assert!(rooms::findings(&elsewhere).is_empty(), "{line}");
    }
    let planted = Source::planted("areas/accounts/src/store/holds.rs", "use store::{StoreError, Tx};");
    assert!(rooms::findings(&planted).is_empty());
}

#[test]
fn units_of_work_are_opened_below_work() {
    let opened = [
        r#"self.store.write("accounts.close", move |tx| close(tx)).await"#,
        r#"store.write_guarded("accounts.hold", hold).await?;"#,
        r#"area.database().read("accounts.check", check).await"#,
        "let rows = state.store\n        .read(\n            \"accounts.page\",\n            page,\n        );",
        r#"store.write::<_, StoreError>("accounts.seen", note).await?;"#,
        "self.store.read(unit, work).await",
    ];
    for text in opened {
        for path in
            ["api/get.rs", "pages/list.rs", "store/holds.rs", "state.rs", "account.rs", "ledger/check.rs"]
        {
            let planted = Source::planted(&format!("areas/accounts/src/{path}"), text);
            assert_eq!(rooms::findings(&planted).len(), 1, "{path}: {text}");
        }
        for path in
            ["areas/accounts/src/work/close.rs", "areas/accounts/tests/it/bank.rs", "crates/jobs/src/take.rs"]
        {
            assert!(rooms::findings(&Source::planted(path, text)).is_empty(), "{path}: {text}");
        }
    }
    for text in [
        "params.read()?;",
        "store.query_optional(&BY_ID, params![id]).await?;",
        "reader.read(&bytes, charset)",
        r#"row.read("column")"#,
        r#"// store.write("accounts.close", close)"#,
        "bookstore.read(page)",
    ] {
        let planted = Source::planted("areas/accounts/src/api/get.rs", text);
        assert!(rooms::findings(&planted).is_empty(), "{text}");
    }
}

#[test]
fn files_and_functions_have_a_longest_length() {
    let long = Source::planted("a.rs", &"//\n".repeat(size::FILE_LINES_MAX + 1));
    assert_eq!(size::findings(&long).len(), 1);
    let body = |lines| format!("    pub(crate) async fn f() {{\n{}    }}\n", "        x();\n".repeat(lines));
    assert!(size::findings(&Source::planted("a.rs", &body(size::FUNCTION_LINES_MAX - 2))).is_empty());
    assert_eq!(size::findings(&Source::planted("a.rs", &body(size::FUNCTION_LINES_MAX - 1))).len(), 1);
}

#[test]
fn modules_have_one_form() {
    let planted = |paths: &[&str]| {
        let sources: Vec<Source> = paths.iter().map(|path| Source::planted(path, "")).collect();
        modules::findings(&sources).len()
    };
    assert_eq!(planted(&["crates/cms/src/gost.rs", "crates/cms/src/gost/curve.rs"]), 1);
    assert_eq!(planted(&["crates/edge/src/rate/mod.rs", "crates/edge/src/rate/tests.rs"]), 1);
    for good in [
        ["crates/cms/src/gost/mod.rs", "crates/cms/src/gost/curve.rs"],
        ["crates/edge/src/rate.rs", "crates/edge/src/rate/tests.rs"],
        ["crates/edge/src/tests.rs", "crates/edge/src/tests/keys.rs"],
        ["crates/edge/src/lib.rs", "crates/edge/src/rate.rs"],
        ["crates/edge/src/rate.rs", "crates/edge/src/rates.rs"],
    ] {
        assert_eq!(planted(&good), 0, "{good:?}");
    }
}

#[test]
fn no_arrow_of_an_area_rises() {
    let planted = |files: &[(&str, &str)]| {
        let of = |(path, text): &(&str, &str)| Source::planted(&format!("areas/identity/src/{path}"), text);
        arrows::findings(&files.iter().map(of).collect::<Vec<_>>()).len()
    };
    assert_eq!(planted(&[("login/lockout.rs", "use crate::store::sessions;")]), 1);
    assert_eq!(planted(&[("store/sessions.rs", "use crate::work::{trail, step::Step};")]), 1);
    assert_eq!(planted(&[("work/revoke.rs", "use crate::{pages::words, session};")]), 1);
    let both = [("login/a.rs", "use crate::token::b::B;"), ("token/b.rs", "use crate::login::c::C;")];
    assert_eq!(planted(&both), 2);
    for good in [
        [("pages/login.rs", "use crate::work::step;"), ("work/step.rs", "use crate::{store, login::a};")],
        [("login/a.rs", "use crate::token::b::B;"), ("token/b.rs", "// crate::login::c::C")],
        [("login/a.rs", "use super::c::C;"), ("login/c.rs", "use crate::origin;")],
        [("state.rs", "use crate::work::settings;"), ("lib.rs", "pub use work::open;")],
    ] {
        assert_eq!(planted(&good), 0, "{good:?}");
    }
}

#[test]
fn files_stand_in_no_circle() {
    let planted = |files: &[(&str, &str)]| {
        let of = |(path, text): &(&str, &str)| Source::planted(&format!("crates/edge/src/{path}"), text);
        circles::findings(&files.iter().map(of).collect::<Vec<_>>()).len()
    };
    for text in ["use super::b::B;", "use crate::{a::{self, b::{B, C}}};", "fn f() { crate::a::b::f() }"] {
        assert_eq!(planted(&[("a/one.rs", text), ("a/b.rs", "use super::one::f;")]), 2, "{text}");
    }
    let three = [("a.rs", "use crate::b::B;"), ("b.rs", "use crate::c::C;"), ("c.rs", "use crate::a::A;")];
    assert_eq!(planted(&three), 3);
    for good in [
        [("a.rs", "use crate::b::B;"), ("b.rs", "// use crate::a::A;")],
        [("a/mod.rs", "use b::B;"), ("a/b.rs", "use super::A;")],
        [("a.rs", "use crate::b::B;"), ("b.rs", "use crate::a_of_b::A;")],
        [("a.rs", "use crate::b::B;"), ("b/tests.rs", "use crate::a::A;")],
    ] {
        assert_eq!(planted(&good), 0, "{good:?}");
    }
}

#[test]
fn lines_have_a_longest_length() {
    let line = |words: usize| format!("// {}\n", "word ".repeat(words));
    for path in ["a.rs", "areas/accounts/src/account.rs", "a.sql"] {
        assert_eq!(size::findings(&Source::planted(path, &line(24))).len(), 1, "{path}");
        assert!(size::findings(&Source::planted(path, &line(23))).is_empty(), "{path}");
    }
    let applied = Source::planted("areas/accounts/migrations/0001_ledger.sql", &line(24));
    assert!(size::findings(&applied).is_empty(), "its checksum is kept");
    let vector = Source::planted("a.rs", &format!("const A: &str = \"{}\";", "0".repeat(200)));
    assert!(size::findings(&vector).is_empty(), "a vector has no place to break it");
    let letters = Source::planted("a.rs", &format!("// {}", "слово ".repeat(19)));
    assert!(size::findings(&letters).is_empty(), "characters, not bytes");
}

#[test]
fn doc_comments_do_not_hide_their_verbs() {
    for hidden in [
        "/// Whether it is open.\nfn is_open() {}",
        "//! How files are opened.",
        "struct A {\n    /// Who signed.\n    signer: UserId,\n}",
        "/// What, then?",
        "/// Where the browser is sent.",
        "/// Why it was declined.",
    ] {
        assert_eq!(words::findings(&Source::planted("crates/kernel/src/a.rs", hidden)).len(), 1, "{hidden}");
    }
    for good in [
        "/// Tells whether it is open,\n/// What follows is another line of it.",
        "/// Whatsoever.",
        "// Whether a plain comment begins so is not asked.",
        "let a = \"/// Whether\";",
    ] {
        assert!(words::findings(&Source::planted("crates/kernel/src/a.rs", good)).is_empty(), "{good}");
    }
    let described = Source::planted("areas/accounts/src/api/wire.rs", "/// Whether a page follows.");
    assert_eq!(words::findings(&described).len(), 1, "the text of the description");
}

#[test]
fn words_are_looked_for_in_comments_only() {
    assert_eq!(words::findings(&Source::planted("a.rs", "/// Simply returns it.")).len(), 1);
    assert_eq!(words::findings(&Source::planted("a.rs", "let a = 1; // here we add")).len(), 1);
    assert!(words::findings(&Source::planted("a.rs", "let we = \"// we simply\"; // owed")).is_empty());
    assert_eq!(words::findings(&Source::planted("a.md", "text\n```sh\nsimply\n```\nwe")).len(), 1);
}

#[test]
fn unfinished_work_has_an_owner_and_a_date() {
    assert_eq!(words::findings(&Source::planted("a.rs", "// TODO: later")).len(), 1);
    assert!(words::findings(&Source::planted("a.rs", "// TODO(petrova, 2026-12-01): later")).is_empty());
}

#[test]
fn patterns_use_the_ten_digits() {
    assert_eq!(words::findings(&Source::planted("a.rs", r#"let p = "\d{20}";"#)).len(), 1);
    assert!(words::findings(&Source::planted("a.rs", r#"let p = "[0-9]{20}";"#)).is_empty());
}

#[test]
fn comments_are_told_from_code() {
    assert_eq!(comment_of("let a = \"http://x\"; // why"), Some(" why"));
    assert_eq!(comment_of("let a = \"// no\";"), None);
    assert_eq!(code_of("use a; // b"), "use a; ");
    assert_eq!(comment_of("-- because"), Some(" because"));
}
