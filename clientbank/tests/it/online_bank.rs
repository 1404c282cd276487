//! The online bank as the program wires it: every page behind the login, and only for whom it is.

use http::StatusCode;
use testkit::{Answer, Bench, TestCaller, TestClient, on_both_engines};

use crate::wired::application;

/// A page of each kind; the first page's menu adds the rest.
const PAGES: [&str; 10] = [
    "/bank",
    "/bank/accounts/40702810600000000001",
    "/bank/company",
    "/bank/payroll",
    "/bank/payroll?status=ERROR",
    "/bank/webinars",
    "/bank/security/password",
    "/bank/security/second-factor",
    "/bank/security/logins",
    "/bank/security/sessions",
];

fn ivanova() -> TestCaller {
    TestCaller::new("U00001", "C00001")
}

/// The sections that the menu of `page` leads to.
fn sections(page: &str) -> Vec<String> {
    let (_, menu) = page.split_once("<nav class=\"menu\"").expect("a menu");
    let (menu, _) = menu.split_once("</nav>").expect("the end of the menu");
    let links = menu.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links.filter(|link| link.starts_with("/bank")).map(str::to_owned).collect()
}

async fn addresses(client: &TestClient, bench: &Bench) -> Vec<String> {
    let first = client.get("/bank").online_bank(&bench.tokens, &ivanova()).send().await;
    assert_eq!(first.status, StatusCode::OK, "{}", first.text());
    let mut all = sections(first.text());
    assert!(all.len() >= 4, "{all:?}");
    all.extend(PAGES.map(str::to_owned));
    all
}

fn asserts_login(answer: &Answer, path: &str, why: &str) {
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{path} {why}");
    let location = answer.location().expect("to the login");
    let location = url::Url::parse(&format!("https://bank.test{location}")).expect("an address");
    assert_eq!(location.path(), "/bank/login", "{path} {why}");
    let next = location.query_pairs().find(|(name, _)| name == "next").map(|(_, value)| value.into_owned());
    assert_eq!(next.as_deref(), Some(path), "{why}");
}

on_both_engines! {
    async fn gen_01_every_page_opens_for_the_person_and_for_nobody_else(bench: Bench) {
        let client = TestClient::new(application(&bench).await.identity);
        let addresses = addresses(&client, &bench).await;
        let pair = bench.tokens.pair(&ivanova());
        // May act for C00001 and C00002, and for no other; the auditor's user is somebody else's.
        let foreign = TestCaller::new("U00001", "C00003");
        let unknown = TestCaller::new("U99999", "C00001");
        for path in &addresses {
            let page = client.get(path).online_bank(&bench.tokens, &ivanova()).send().await;
            assert_eq!(page.status, StatusCode::OK, "{path}: {}", page.text());
            assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
            assert!(!page.text().contains(" style=\"") && !page.text().contains("<script>"), "{path}");
            asserts_login(&client.get(path).send().await, path, "without a session");
            asserts_login(&client.get(path).tokens(&pair).send().await, path, "with tokens of an operation");
            for token in [&pair.access, &pair.identity] {
                asserts_login(&client.get(path).session_cookie(token).send().await, path, "with another kind");
            }
            for caller in [&foreign, &unknown] {
                let closed = client.get(path).online_bank(&bench.tokens, caller).send().await;
                asserts_login(&closed, path, "for whom it is not");
            }
        }
    }

    async fn onl_08_no_page_weighs_more_than_sixty_kilobytes_with_everything(bench: Bench) {
        /// The most bytes of a page with its style sheet, scripts and icon, as they travel.
        const WEIGHT_MAX: usize = 60 * 1024;
        let client = TestClient::new(application(&bench).await.identity);
        let mut paths = addresses(&client, &bench).await;
        paths.extend(["/bank/tariffs/new", "/bank/payroll/new", "/bank/signature/request"].map(str::to_owned));
        for path in &paths {
            let plain = client.get(path).online_bank(&bench.tokens, &ivanova()).send().await;
            assert_eq!(plain.status, StatusCode::OK, "{path}");
            let parts = plain.text().split(['"']).filter(|part| part.starts_with("/assets/"));
            let mut weight = 0;
            for part in parts.chain([path.as_str()]).collect::<std::collections::BTreeSet<_>>() {
                let request = client.get(part).header("accept-encoding", "gzip");
                let answer = request.online_bank(&bench.tokens, &ivanova()).send().await;
                assert_eq!(answer.status, StatusCode::OK, "{part}");
                weight += answer.body.len();
            }
            assert!(weight <= WEIGHT_MAX, "{path}: {weight} bytes");
        }
    }

    async fn gen_01_a_session_of_the_online_bank_opens_no_operation(bench: Bench) {
        let application = application(&bench).await;
        let api = TestClient::new(application.api);
        let session = bench.tokens.online_bank(&ivanova());
        for path in ["/v1/accounts?fields=Number", "/v2/contents/webinars?offset=0&limit=1", "/v1/statements/x"] {
            for request in [
                api.get(path).bearer(&session).id_token(&session),
                api.get(path).session_cookie(&session),
            ] {
                assert_eq!(request.send().await.status, StatusCode::UNAUTHORIZED, "{path}");
            }
        }
        assert_eq!(api.get("/bank").session_cookie(&session).send().await.status, StatusCode::NOT_FOUND);
    }

    async fn idn_03_the_wired_login_leads_to_the_accounts(bench: Bench) {
        let client = TestClient::new(application(&bench).await.identity);
        let cookie = |answer: &Answer| -> String {
            let set = answer.header("set-cookie").expect("a cookie");
            set.split(';').next().unwrap_or_default().to_owned()
        };
        let hidden = |page: &str, name: &str| -> String {
            let (_, rest) = page.split_once(&format!("name=\"{name}\" value=\"")).expect("a hidden field");
            rest.split('"').next().unwrap_or_default().to_owned()
        };
        let login = client.get("/bank/login").send().await;
        assert_eq!(login.status, StatusCode::OK);
        let browser = cookie(&login);
        let keys = |page: &Answer| (hidden(page.text(), "interaction"), hidden(page.text(), "csrf"));
        let (interaction, csrf) = keys(&login);
        let fields = [
            ("interaction", interaction.as_str()), ("csrf", csrf.as_str()),
            ("username", "sidorov"), ("password", "demo-sidorov"),
        ];
        let done = client.post("/login").header("cookie", &browser).form(&fields).send().await;
        assert_eq!(done.location(), Some("/bank"), "{}", done.text());
        let session = cookie(&done);
        let first = client.get("/bank").header("cookie", &session).send().await;
        assert!(first.text().contains("ИП Колос") && first.text().contains("40702810800000000021"));
        assert!(!first.text().contains("40702810600000000001"), "another company's account");
        let foreign = client.get("/bank/accounts/40702810600000000001").header("cookie", &session).send().await;
        assert_eq!(foreign.status, StatusCode::NOT_FOUND);
    }
}

/// Every template of the pages.
fn templates() -> Vec<(std::path::PathBuf, String)> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let mut found = Vec::new();
    for group in ["areas", "crates", "clientbank"] {
        let rooms = std::fs::read_dir(root.join(group)).expect("a folder");
        let folders = rooms.map(|room| room.expect("a room").path().join("templates"));
        for folder in folders.chain([root.join(group).join("templates")]).filter(|folder| folder.is_dir()) {
            for file in std::fs::read_dir(folder).expect("templates") {
                let path = file.expect("a template").path();
                let text = std::fs::read_to_string(&path).expect("a text");
                found.push((path, text));
            }
        }
    }
    found
}

#[test]
fn onl_08_every_choice_of_a_list_has_a_value_so_that_a_kept_form_finds_it() {
    let mut choices = 0;
    for (path, text) in templates() {
        for (at, _) in text.match_indices("<option") {
            choices += 1;
            let rest = text.get(at..).unwrap_or_default();
            assert!(rest.starts_with("<option value=\""), "{} at {at}", path.display());
        }
    }
    assert!(choices > 10, "{choices}: the templates are found");
}

#[test]
fn onl_08_every_field_for_a_password_or_a_code_is_known_as_secret() {
    let mut secret = 0;
    for (path, text) in templates() {
        let places = text.match_indices("<input").filter_map(|(at, _)| text.get(at..));
        for field in places.map(|rest| rest.split_inclusive('>').next().unwrap_or_default()) {
            let is_secret = ["type=\"password\"", "one-time-code", "current-password", "new-password"];
            if !is_secret.iter().any(|mark| field.contains(mark)) {
                continue;
            }
            // A field without a name stays in the browser: scripts alone read it.
            let Some((_, rest)) = field.split_once(" name=\"") else { continue };
            secret += 1;
            let name = rest.split('"').next().unwrap_or_default();
            assert!(pages::SECRET_FIELDS.contains(&name), "{name} in {}", path.display());
        }
    }
    assert!(secret > 15, "{secret}: the templates are found");
}
