//! A bank's own versions of the templates (TAR-02): used for what is new, never for what is there.

use std::path::Path;

use serde_json::json;
use store::params;
use tariff_requests::document::{BANK_VERSION_MIN, Templates};
use tempfile::TempDir;
use testkit::Bench;

use crate::bank::{Bank, ivanova, sidorov};

store::queries! {
    VERSION = "select template_version from tariff_requests where request_id = $1";
}

/// The files of a version as the program has them, with the sentence `added` at their end.
fn version(folder: &Path, number: i32, added: &str) {
    let inside = folder.join(format!("v{number}"));
    std::fs::create_dir(&inside).unwrap();
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("documents/v1");
    for file in [
        "change_request.ru.html",
        "change_request.en.html",
        "cancel_request.ru.html",
        "cancel_request.en.html",
    ] {
        let text = std::fs::read_to_string(built_in.join(file)).unwrap();
        let text = text.replace("</article>", &format!("<p>{added}</p>\n</article>"));
        std::fs::write(inside.join(file), text).unwrap();
    }
}

fn refused(folder: &Path) -> String {
    Templates::built_in().unwrap().with_folder(folder).unwrap_err().to_string()
}

testkit::on_both_engines! {
    async fn tar_02_a_new_version_is_for_new_requests_alone(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let old = bank.create(&ivanova(), "C00001", "GROWTH").await;
        let html = bank.part(&ivanova(), "C00001", old, "body").await["body"].clone();
        let pdf = bank.pdf(&ivanova(), "C00001", old).await.body;

        let folder = TempDir::new().unwrap();
        version(folder.path(), BANK_VERSION_MIN, "Сказано впервые.");
        version(folder.path(), BANK_VERSION_MIN + 1, "Сказано {{ bank }} иначе.");
        let bank = bank.with_templates(folder.path());
        assert_eq!(bank.part(&ivanova(), "C00001", old, "body").await["body"], html);
        assert!(bank.pdf(&ivanova(), "C00001", old).await.body == pdf, "the same bytes");

        let new = bank.create(&sidorov(), "C00003", "PRO").await;
        let text = bank.part(&sidorov(), "C00003", new, "body").await["body"].as_str().unwrap().to_owned();
        assert!(text.contains("<p>Сказано Банк «Образец» иначе.</p>") && !text.contains("впервые"), "{text}");
        let words = testkit::documents::words(&bank.pdf(&sidorov(), "C00003", new).await.body);
        assert!(words.iter().any(|word| word == "иначе."), "{words:?}");
        for (id, expected) in [(old, 1), (new, i64::from(BANK_VERSION_MIN) + 1)] {
            let row = bank.bench.store.query_optional(&VERSION, params![id]).await.unwrap().unwrap();
            assert_eq!(row.integer("template_version").unwrap(), expected);
        }
        let wish = json!({"cnum": "C00002", "tariffPlan": "PRO"});
        let answer = bank.post(&ivanova(), "/v1/ctcm/request/generate", &wish).await;
        assert_eq!(answer.json()["version"], BANK_VERSION_MIN + 1, "{}", answer.text());

        // Signed and carried out under the new version, the old document is still what was signed.
        bank.sign(&crate::bank::petrov(), old).await;
        bank.sign(&ivanova(), old).await;
        bank.work().await;
        assert!(bank.pdf(&ivanova(), "C00001", old).await.body == pdf, "the same bytes");
    }
}

#[test]
fn tar_02_a_folder_that_makes_no_documents_is_refused_at_the_start() {
    let folder = TempDir::new().unwrap();
    assert_eq!(Templates::built_in().unwrap().with_folder(folder.path()).unwrap().current(), 1);
    version(folder.path(), BANK_VERSION_MIN, "Ещё.");
    std::fs::write(folder.path().join("readme.txt"), "no version").unwrap();
    let templates = Templates::built_in().unwrap().with_folder(folder.path()).unwrap();
    assert_eq!(templates.current(), BANK_VERSION_MIN);
    let file = folder.path().join("v1000/change_request.ru.html");
    let good = std::fs::read_to_string(&file).unwrap();
    for (changed, reason) in [
        (good.replace("{{ client.inn }}", "{{ client.in }}"), "undefined value"),
        (good.replace("{{ bank }}", "{% if %}"), "syntax error"),
        (good.replace("</article>", "<script>1</script></article>"), "the document has <script>"),
        (good.replace("</article>", ""), "the document is not well-formed"),
        (good.replace("</h1>", "</h1>text"), "the document has text directly in <article>"),
    ] {
        assert_ne!(changed, good);
        std::fs::write(&file, changed).unwrap();
        let found = refused(folder.path());
        assert!(
            found.contains("v1000/change_request.ru.html: ") && found.contains(reason),
            "{reason}: {found}"
        );
    }
    std::fs::remove_file(&file).unwrap();
    assert!(refused(folder.path()).contains("v1000/change_request.ru.html: "), "{}", refused(folder.path()));
    std::fs::write(&file, good).unwrap();
    for name in ["v2", "v01001", "version", "v-1000"] {
        let other = folder.path().join(name);
        std::fs::create_dir(&other).unwrap();
        let found = refused(folder.path());
        assert!(found.contains(&format!("{name}: is not called v1000")), "{found}");
        std::fs::remove_dir(&other).unwrap();
    }
    assert!(refused(Path::new("/nowhere/at/all")).starts_with("/nowhere/at/all: "));
}
