//! The first page tells each person what waits for this person, and the menu leads where the person may go.

use http::StatusCode;
use kernel::Clock as _;
use store::{StoreError, Tx, params};
use testkit::{Bench, TestCaller, TestClient, on_both_engines};

use crate::tariff_fixture::tariff_requests;
use crate::wired::application;

store::queries! {
    /// A statement as the checks leave it.
    INSERT_STATEMENT = "insert into payroll_statements (statement_id, cnum, external_id, kind, state, version,
            created_at_us, changed_at_us, created_by, client_id, year, number, number_is_default, statement_date,
            account, transfers_count, total_minor, lines_count, enrollment_code, purpose)
        values ($1, $2, $3, 'UNSIGNED', $4, 1, $5, $5, 'U00001', 'demo-erp', 2026, $6, true, '2026-11-20',
            '40702810600000000001', 1, $7, 1, '01', 'Salary')";

    /// The only signature of a statement.
    INSERT_SIGNATURE = "insert into payroll_signatures
            (statement_id, position, origin, user_id, signature_type, signed_at_us)
        values ($1, 1, 'ONLINE_BANK', $2, 'FIRST', $3)";

    /// A letter with an answer of the bank.
    INSERT_LETTER = "insert into letters (letter_id, cnum, subject, created_at_us, updated_at_us, is_unseen)
        values ($1, 'C00001', 'Commission', $2, $2, true)";

    /// The answer, which nobody has opened.
    INSERT_ANSWER = "insert into letter_messages (letter_id, number, sender, author_name, body, sent_at_us)
        values ($1, 1, 'BANK', 'The bank', 'It is right.', $2)";

    /// A message that was refused.
    INSERT_TASK = "insert into certificate_tasks (task_id, cnum, message_id, message_name, message_created_at, user_id,
            certificate_count, state, registered_at_us, state_changed_at_us)
        values ($1, 'C00001', $1, 'auth.024.001.04', '2026-11-20', 'U00001', 1, 'REJECTED', $2, $2)";
}

const DAY_S: i64 = 24 * 60 * 60;
const LETTER: &str = "00000000-0000-7000-8000-0000000000a1";

/// Statements of Romashka: three to sign for 600.05, one that petrov has still to sign, one with errors, one executed;
/// and one of another company.
const STATEMENTS: [(u8, &str, &str, i64); 7] = [
    (1, "C00001", "AWAITING_SIGN", 10_005),
    (2, "C00001", "AWAITING_SIGN", 20_000),
    (3, "C00001", "AWAITING_SIGN", 30_000),
    (4, "C00001", "PARTLY_SIGNED", 70_000),
    (5, "C00001", "ERROR", 5_000),
    (6, "C00001", "EXECUTED", 9_000),
    (7, "C00003", "AWAITING_SIGN", 1),
];

async fn fill(bench: &Bench) {
    tariff_requests(bench).await;
    let now = bench.clock.now();
    let work = move |tx: &mut Tx| -> Result<(), StoreError> {
        for (number, cnum, state, total) in STATEMENTS {
            let values =
                params![vec![number; 16], cnum, format!("w-{number}"), state, now, i64::from(number), total];
            tx.execute_one(&INSERT_STATEMENT, values)?;
        }
        tx.execute_one(&INSERT_SIGNATURE, params![vec![4_u8; 16], "U00001", now])?;
        tx.execute_one(&INSERT_LETTER, params![LETTER, now])?;
        tx.execute_one(&INSERT_ANSWER, params![LETTER, now])?;
        let long_ago = now.plus_seconds(-31 * DAY_S);
        for (task, at) in [("late", now), ("early", long_ago)] {
            tx.execute_one(&INSERT_TASK, params![task, at])?;
        }
        Ok(())
    };
    bench.store.write("what waits", work).await.expect("the rows are there");
}

/// Reads the list on the caller's first page: link, number and sum of each entry of the list.
async fn told(client: &TestClient, bench: &Bench, caller: &TestCaller) -> Vec<(String, String, String)> {
    let page =
        client.get("/bank").online_bank(&bench.tokens, caller).header("accept-language", "en").send().await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text());
    let Some((_, list)) = page.text().split_once("<ul class=\"waiting\">") else { return Vec::new() };
    let (list, _) = list.split_once("</ul>").expect("the end of the list");
    let between = |text: &str, from: &str, to: &str| {
        let (_, rest) = text.split_once(from)?;
        rest.split(to).next().map(str::to_owned)
    };
    let entry = |item: &str| {
        let link = between(item, "href=\"", "\"").expect("a link");
        let count = between(item, "waiting-count\">", "<").expect("a number");
        let sum = between(item, "waiting-sum\">", "<").unwrap_or_default();
        (link, count, sum.replace(['\u{a0}', '\u{202f}'], " "))
    };
    list.split("<li>").skip(1).map(entry).collect()
}

fn entry(link: &str, count: &str, sum: &str) -> (String, String, String) {
    (link.to_owned(), count.to_owned(), sum.to_owned())
}

on_both_engines! {
    async fn onl_02_each_person_sees_what_waits_for_this_person(bench: Bench) {
        let client = TestClient::new(application(&bench).await.identity);
        let ivanova = TestCaller::new("U00001", "C00001");
        assert_eq!(told(&client, &bench, &ivanova).await, [], "nothing waits at first");
        fill(&bench).await;
        let errors = entry("/bank/payroll?status=ERROR&#38;mine=yes", "1", "50.00 ₽");
        let to_sign = entry("/bank/payroll?status=AWAITING_SIGN&#38;mine=yes", "3", "600.05 ₽");
        let shared = [
            entry("/bank/certificates?state=REJECTED&#38;of_late=yes", "1", ""),
            entry("/bank/tariffs?to_sign=UNSIGNED", "1", ""),
            entry("/bank/letters?show=unread", "1", ""),
        ];
        let expected = [vec![to_sign.clone(), errors.clone()], shared.to_vec()].concat();
        assert_eq!(told(&client, &bench, &ivanova).await, expected, "she has signed the one that is signed in part");
        let second = entry("/bank/payroll?status=PARTLY_SIGNED&#38;mine=yes", "1", "700.00 ₽");
        let expected = [vec![to_sign, second, errors], shared.to_vec()].concat();
        assert_eq!(told(&client, &bench, &TestCaller::new("U00002", "C00001")).await, expected, "petrov signs second");
        assert_eq!(told(&client, &bench, &TestCaller::new("U00004", "C00001")).await, [], "the auditor does nothing");
        let sidorov = TestCaller::new("U00003", "C00003");
        let own = [
            entry("/bank/payroll?status=AWAITING_SIGN&#38;mine=yes", "1", "0.01 ₽"),
            entry("/bank/tariffs?to_sign=UNSIGNED", "1", ""),
        ];
        assert_eq!(told(&client, &bench, &sidorov).await, own, "another company's");
    }

    async fn onl_02_the_menu_counts_and_leads_where_the_person_may_go(bench: Bench) {
        let client = TestClient::new(application(&bench).await.identity);
        fill(&bench).await;
        let menu = |page: &str| {
            let (_, menu) = page.split_once("<nav class=\"menu\"").expect("a menu");
            menu.split("</nav>").next().unwrap_or_default().to_owned()
        };
        let ivanova = TestCaller::new("U00001", "C00001");
        let page = client.get("/bank/webinars").online_bank(&bench.tokens, &ivanova).send().await;
        let own = menu(page.text());
        assert!(own.contains("href=\"/bank/payroll\"") && own.contains("</span>4</span></a>"), "{own}");
        let auditor = TestCaller::new("U00004", "C00001");
        let page = client.get("/bank/webinars").online_bank(&bench.tokens, &auditor).send().await;
        let closed = menu(page.text());
        for section in ["payroll", "certificates", "tariffs", "letters"] {
            assert!(!closed.contains(&format!("href=\"/bank/{section}\"")), "{section}: {closed}");
        }
        assert!(closed.contains("href=\"/bank\"") && closed.contains("href=\"/bank/webinars\""), "{closed}");
    }
}
