//! The unified treasury in the online bank.

use http::StatusCode;
use testkit::{Answer, Bench, TestCaller, TestClient, on_both_engines};
use treasury::TreasuryPages;

use crate::bank::{Bank, ivanova, petrov, sidorov};

const PAGE: &str = "/bank/treasury";

fn pages(bank: &Bank) -> TestClient {
    let site = bank.bench.site();
    let state = TreasuryPages { site: site.clone(), area: bank.bench.store.clone() };
    bank.bench.client(site.routes(treasury::pages(state)))
}

async fn open(bank: &Bank, caller: &TestCaller, path: &str) -> Answer {
    pages(bank).get(path).online_bank(&bank.bench.tokens, caller).send().await
}

/// The client numbers of the page in their order.
fn shown(page: &Answer) -> Vec<String> {
    let rows = page.text().split("<td data-label=\"Компания\">").skip(1);
    let cnum = |row: &str| {
        let (_, rest) = row.split_once("class=\"mono\">").unwrap();
        rest.split('<').next().unwrap().to_owned()
    };
    rows.map(cnum).collect()
}

on_both_engines! {
    async fn onl_07_the_treasury_page_shows_what_the_operations_answer(bench: Bench) {
        let bank = Bank::open(bench).await;
        let all = open(&bank, &ivanova(), PAGE).await;
        assert_eq!(all.status, StatusCode::OK, "{}", all.text());
        assert_eq!(shown(&all), ["C00001", "C00002"]);
        for text in ["ООО «Ромашка»", "7707123458", "770701001", "подпишет другой сотрудник"] {
            assert!(all.text().contains(text), "{text}");
        }
        let signer = open(&bank, &petrov(), PAGE).await;
        assert!(signer.text().contains("вы можете подписать"), "{}", signer.text());
        // By tax number: the group, as far as it is seen from the chosen company.
        assert_eq!(shown(&open(&bank, &ivanova(), &format!("{PAGE}?inn=7707654321")).await), ["C00001", "C00002"]);
        assert_eq!(shown(&open(&bank, &petrov(), &format!("{PAGE}?inn=7707123458")).await), ["C00001"]);
        let english = pages(&bank).get(PAGE).header("accept-language", "en");
        let english = english.online_bank(&bank.bench.tokens, &ivanova()).send().await;
        assert!(english.text().contains("Romashka LLC") && english.text().contains("Unified treasury"));
    }

    async fn onl_07_an_empty_treasury_page_says_what_to_do(bench: Bench) {
        let bank = Bank::open(bench).await;
        let foreign = open(&bank, &ivanova(), &format!("{PAGE}?inn=770712345633")).await;
        let absent = open(&bank, &ivanova(), &format!("{PAGE}?inn=1234567890")).await;
        for page in [&foreign, &absent] {
            assert_eq!((page.status, shown(page)), (StatusCode::OK, vec![]));
            assert!(page.text().contains("включить нельзя") && page.text().contains("/bank/letters/new"));
        }
        bank.close_accounts("C00003").await;
        let nothing = open(&bank, &sidorov(), PAGE).await;
        assert!(nothing.text().contains("ни одну из ваших компаний") && nothing.text().contains("/bank/letters/new"));
        bank.members("C00001,T1").await.unwrap();
        assert_eq!(shown(&open(&bank, &ivanova(), PAGE).await), ["C00002"]);
    }

    async fn onl_07_a_wrong_tax_number_is_told_where_it_was_typed(bench: Bench) {
        let bank = Bank::open(bench).await;
        let long = "9".repeat(5_000);
        for wrong in ["1", "77071234581", "abcdefghij", "%3Cb%3E", "7707123458%27", long.as_str()] {
            let page = open(&bank, &ivanova(), &format!("{PAGE}?inn={wrong}")).await;
            assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
            assert!(page.text().contains("aria-invalid") && shown(&page).is_empty(), "{wrong}");
            assert!(!page.text().contains("<b>") && !page.text().contains(&"9".repeat(13)), "{wrong}");
        }
        for page in ["0", "x", "1&page=2", "1&inn=%00"] {
            let answer = open(&bank, &ivanova(), &format!("{PAGE}?page={page}")).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{page}");
        }
        for page in ["50", "51", "99999999999"] {
            assert_eq!(shown(&open(&bank, &ivanova(), &format!("{PAGE}?page={page}")).await), [""; 0]);
        }
    }

    async fn onl_07_a_tax_number_shows_what_may_be_included_of_the_own_group_alone(bench: Bench) {
        let bank = Bank::open(bench).await;
        // She sees the accounts of a company outside of the group as well, and signs there.
        let rights = "ivanova,C00003,ACT VIEW_ACCOUNTS SIGN_TREASURY\nivanova,C00001,";
        bank.edit("user_rights.csv", "ivanova,C00001,", rights).await;
        let found = async |inn: &str| open(&bank, &ivanova(), &format!("{PAGE}?inn={inn}")).await;
        assert_eq!(shown(&found("770712345633").await), [""; 0]);
        let group = found("7707123458").await;
        assert_eq!(shown(&group), ["C00001", "C00002"]);
        assert!(!group.text().contains("вы можете подписать"), "{}", group.text());
        bank.members("C00002,T1").await.unwrap();
        assert_eq!(shown(&found("7707123458").await), ["C00001"]);
        bank.close_accounts("C00001").await;
        assert_eq!(shown(&found("7707123458").await), [""; 0]);
    }

    async fn onl_07_a_right_that_is_taken_hides_the_company_at_once(bench: Bench) {
        let bank = Bank::open(bench).await;
        bank.edit("user_rights.csv", "ivanova,C00002,ACT VIEW_ACCOUNTS EDIT_PAYROLL \
            SIGN_FIRST", "ivanova,C00002,VIEW_ACCOUNTS").await;
        assert_eq!(shown(&open(&bank, &ivanova(), PAGE).await), ["C00001"]);
        // Software that nobody registered changes nothing here: the online bank has none.
        assert_eq!(shown(&open(&bank, &ivanova().with_client("unknown"), PAGE).await), ["C00001"]);
        bank.edit("user_rights.csv", "ivanova,C00001,ACT VIEW_ACCOUNTS EDIT_PAYROLL \
            SIGN_FIRST", "ivanova,C00001,ACT").await;
        assert_eq!(shown(&open(&bank, &ivanova(), &format!("{PAGE}?inn=7707123458")).await), [""; 0]);
        assert_eq!(pages(&bank).get(PAGE).send().await.status, StatusCode::SEE_OTHER);
    }
}
