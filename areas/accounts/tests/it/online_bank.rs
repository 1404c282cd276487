//! Accounts in the online bank.

use accounts::AccountsPages;
use http::StatusCode;
use testkit::{Answer, Bench, TestCaller, TestClient, on_both_engines};

use crate::bank::{
    ABSENT, Bank, CARD, CLOSED, KOLOS, SETTLEMENT, TRANSIT_USD, VASILEK, demo_data, ivanova, petrov,
};

pub(crate) fn pages(bank: &Bank) -> TestClient {
    let site = bank.bench.site();
    let state = AccountsPages { site: site.clone(), area: bank.bench.store.clone() };
    bank.bench.client(site.routes(accounts::pages(state)))
}

pub(crate) async fn open(bank: &Bank, caller: &TestCaller, path: &str) -> Answer {
    pages(bank).get(path).online_bank(&bank.bench.tokens, caller).send().await
}

on_both_engines! {
    async fn acc_04_the_first_page_shows_the_accounts_of_the_company_and_its_group(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let page = open(&bank, &ivanova(), "/bank").await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text());
        for number in [SETTLEMENT, TRANSIT_USD, CLOSED, VASILEK] {
            assert!(page.text().contains(&format!("/bank/accounts/{number}")), "{number}");
        }
        assert!(!page.text().contains(KOLOS) && !page.text().contains(CARD), "somebody else's");
        let own = page.text().find(SETTLEMENT).unwrap();
        assert!(own < page.text().find(VASILEK).unwrap(), "the chosen company comes first");
        let other_way = open(&bank, &TestCaller::new("U00001", "C00002"), "/bank").await;
        assert!(other_way.text().find(VASILEK).unwrap() < other_way.text().find(SETTLEMENT).unwrap());
    }

    async fn acc_06_the_pages_show_the_balances_of_the_operations(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let text = bank.account_text(&ivanova(), SETTLEMENT, "Balance,Rest").await;
        let page = open(&bank, &ivanova(), &format!("/bank/accounts/{SETTLEMENT}")).await;
        assert_eq!(page.status, StatusCode::OK);
        for name in ["balance", "rest"] {
            let (_, behind) = text.split_once(&format!("\"{name}\":")).unwrap();
            let amount: kernel::Money = behind.split([',', '}']).next().unwrap().parse().unwrap();
            let shown = pages::money(amount, "RUR", kernel::Language::Russian);
            assert!(page.text().contains(&shown), "{name} {shown}:\n{}", page.text());
        }
        assert!(page.text().contains("БИК") && page.text().contains("Корреспондентский счёт"));
    }

    async fn acc_05_the_page_of_somebody_elses_account_is_that_of_an_absent_one(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let absent = open(&bank, &petrov(), &format!("/bank/accounts/{ABSENT}")).await;
        assert_eq!(absent.status, StatusCode::NOT_FOUND);
        for number in [KOLOS, CARD, VASILEK, "123", "x", "%D1%8F"] {
            let page = open(&bank, &petrov(), &format!("/bank/accounts/{number}")).await;
            assert_eq!((page.status, page.notice()), (absent.status, absent.notice()), "{number}");
        }
    }

    async fn acc_04_without_a_session_or_a_right_there_is_nothing_to_see(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for path in ["/bank", "/bank/accounts/40702810600000000001"] {
            let closed = pages(&bank).get(path).send().await;
            assert_eq!(closed.status, StatusCode::SEE_OTHER);
            assert_eq!(closed.location(), Some(format!("/bank/login?next={path}").as_str()));
            let pair = bank.bench.tokens.pair(&ivanova());
            for token in [&pair.access, &pair.identity] {
                let closed = pages(&bank).get(path).session_cookie(token).send().await;
                assert_eq!(closed.status, StatusCode::SEE_OTHER, "another kind of token opens nothing");
            }
            let with_headers = pages(&bank).get(path).tokens(&pair).send().await;
            assert_eq!(with_headers.status, StatusCode::SEE_OTHER);
        }
        // petrov has no right for the related company that the session names.
        let page = open(&bank, &TestCaller::new("U00002", "C00002"), "/bank").await;
        assert!(page.text().contains("Счетов, которые вы можете видеть, нет"), "{}", page.text());
    }

    async fn acc_01_the_pages_are_in_english_too(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let page = pages(&bank)
            .get("/bank")
            .header("accept-language", "en")
            .online_bank(&bank.bench.tokens, &ivanova())
            .send()
            .await;
        assert!(page.text().contains("<html lang=\"en\">") && page.text().contains("Available in settlement accounts"));
    }

    async fn onl_01_available_counts_own_settlement_accounts_and_closed_accounts_come_last(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let page = open(&bank, &ivanova(), "/bank").await;
        let (_, total) = page.text().split_once("<dd class=\"big\">").unwrap();
        let shown = |minor| pages::money(kernel::Money::from_minor(minor), "RUR", kernel::Language::Russian);
        // Neither the deposit and the dollars of the company nor the money of its group.
        assert_eq!(total.split('<').next().unwrap(), shown(500_000_000_000));
        let of_group = open(&bank, &TestCaller::new("U00001", "C00002"), "/bank").await;
        let (_, total) = of_group.text().split_once("<dd class=\"big\">").unwrap();
        assert_eq!(total.split('<').next().unwrap(), shown(100_000_000));
        let place = |number: &str| page.text().find(number).unwrap();
        for open in [SETTLEMENT, TRANSIT_USD, "42102810400000000003"] {
            assert!(place(open) < place(CLOSED), "{open}");
        }
        assert!(place(CLOSED) < place(VASILEK), "its company stays together");
    }

    async fn onl_01_available_leaves_out_an_account_that_is_blocked(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let accounts = std::fs::read_to_string(demo_data().join("accounts.csv")).unwrap();
        let blocked = accounts.replace("ACC-00000001,1,1,3,", "ACC-00000001,1,1,0,");
        assert_eq!(bank.add("accounts", &blocked).await.unwrap().tables[0].changed, 1);
        let page = open(&bank, &ivanova(), "/bank").await;
        assert!(page.text().contains(SETTLEMENT) && page.text().contains("Заблокирован"), "{}", page.text());
        assert!(!page.text().contains("Доступно на расчётных счетах"), "{}", page.text());
    }
}
