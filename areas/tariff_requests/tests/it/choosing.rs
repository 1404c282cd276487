//! ONL-07: a person begins a tariff request in the online bank.

use std::sync::Arc;

use testkit::{Answer, Bench, TestCaller};

use crate::bank::{Bank, ivanova, ivanova_of_vasilek, petrov, sidorov};

const NEW: &str = "/bank/tariffs/new";

async fn ask(bank: &Bank, caller: &TestCaller, plan: &str) -> Answer {
    bank.send(caller, NEW, &[("plan", plan)]).await
}

/// The number of the request to which an answer leads.
fn made(answer: &Answer) -> i64 {
    let location = answer.location().unwrap_or_else(|| panic!("{}", answer.text()));
    let id = location.strip_prefix("/bank/tariffs/").unwrap();
    id.split('?').next().unwrap().parse().unwrap()
}

testkit::on_both_engines! {
    async fn onl_07_plans_are_compared_before_one_is_asked_for(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let list = bank.page(&ivanova(), NEW).await;
        assert_eq!(list.status, 200, "{}", list.text());
        let place = |text: &str| list.text().find(text).unwrap_or_else(|| panic!("{text}:\n{}", list.text()));
        assert!(place("?plan=START") < place("?plan=GROWTH") && place("?plan=GROWTH") < place("?plan=PRO"));
        assert_eq!(list.text().matches("ваш план").count(), 1);
        let page = bank.page(&ivanova(), &format!("{NEW}?plan=GROWTH")).await;
        assert_eq!(page.status, 200, "{}", page.text());
        for words in [
            "Сейчас: Старт", "Рост", "Обслуживание в месяц", "изменится", "Открытие расчётного счёта в рублях",
            // The clock of the test stands on 20 November 2026.
            "1\u{a0}декабря\u{a0}2026", "Заявление на смену тарифного плана", "7707123458",
        ] {
            assert!(page.text().contains(words), "{words}:\n{}", page.text());
        }
        // A service whose price is the same is not marked.
        let equal = page.text().split("<tr>").find(|row| row.contains("Открытие расчётного счёта в рублях")).unwrap();
        assert!(!equal.contains("изменится") && equal.matches("бесплатно").count() == 2, "{equal}");
        let of_vasilek = bank.page(&ivanova_of_vasilek(), &format!("{NEW}?plan=START")).await;
        assert!(of_vasilek.text().contains("Уже назначенный переход будет заменён: Профи"), "{}", of_vasilek.text());
        let same = bank.page(&ivanova(), &format!("{NEW}?plan=START")).await;
        assert!(same.text().contains("Это ваш нынешний план"));
        let english = bank.pages.get(&format!("{NEW}?plan=PRO")).online_bank(&bank.bench.tokens, &ivanova());
        let english = english.header("accept-language", "en").send().await;
        assert!(english.text().contains("Comparison of prices") && english.text().contains("Today: Start"));
    }

    async fn onl_07_the_day_is_not_promised_where_the_banks_systems_name_it(bench: Bench) {
        let bank = Bank::asking(bench, "tariff_request.decide=bank").await;
        let page = bank.page(&ivanova(), &format!("{NEW}?plan=GROWTH")).await;
        assert!(page.text().contains("банк не назначит другой день"), "{}", page.text());
    }

    async fn onl_07_a_request_is_made_and_signed_in_the_browser(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let id = made(&ask(&bank, &sidorov(), "PRO").await);
        let page = bank.page(&sidorov(), &format!("/bank/tariffs/{id}?done=created")).await;
        assert!(page.text().contains("Заявление создано.") && page.text().contains("Подписать"), "{}", page.text());
        assert_eq!(bank.sign(&sidorov(), id).await.status, 303);
        bank.work().await;
        assert_eq!(bank.state(&sidorov(), "C00003", id).await, "DONE");
        // The same use case as the operation's: the same document, history and entry of the trail.
        assert_eq!(bank.history(&sidorov(), "C00003", id).await[0].0, "UNSIGNED");
        let actions = bank.bench.store.query(&ACTIONS, store::params![id.to_string()]).await.unwrap();
        let actions: Vec<&str> = actions.iter().map(|row| row.text("action").unwrap()).collect();
        assert_eq!(actions, ["tariff_request.created", "tariff_request.done", "tariff_request.signed"]);
    }

    async fn onl_07_a_request_that_is_sent_twice_is_made_once(bench: Bench) {
        let bank = Arc::new(Bank::demo(bench).await);
        let tasks: Vec<_> = (0..8).map(|_| {
            let bank = Arc::clone(&bank);
            tokio::spawn(async move { made(&ask(&bank, &ivanova(), "PRO").await) })
        }).collect();
        let mut requests = std::collections::BTreeSet::new();
        for task in tasks {
            requests.insert(task.await.unwrap());
        }
        assert_eq!(requests.len(), 1, "every click leads to the one request");
        // Another plan is another wish, and has to wait.
        let id = *requests.first().unwrap();
        let other = ask(&bank, &petrov(), "GROWTH").await;
        assert_eq!(other.status, 409, "{}", other.text());
        assert!(other.text().contains("незавершённое заявление")
            && other.text().contains(&format!("/bank/tariffs/{id}")));
        assert!(!other.text().contains("Создать заявление</button>"), "{}", other.text());
        bank.sign(&ivanova(), id).await;
        assert_eq!(ask(&bank, &ivanova(), "PRO").await.status, 409, "it is signed in part");
    }

    async fn onl_07_a_plan_that_is_not_offered_is_not_asked_for(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let huge = "P".repeat(100_000);
        for plan in ["ULTRA", "", "pro", "PRO\0", "PRO ", "<b>", huge.as_str()] {
            let sent = ask(&bank, &ivanova(), plan).await;
            let expected = match plan {
                "PRO " => 303,
                "PRO\0" => 400,
                _ => 422,
            };
            assert_eq!(sent.status, expected, "{plan:.10}");
            assert!(!sent.text().contains("<b>"));
            if plan == "PRO " {
                let id = made(&sent);
                assert_eq!(bank.delete(&ivanova(), "C00001", id).await.status, 200);
            }
        }
        assert_eq!(bank.page(&ivanova(), &format!("{NEW}?plan=ULTRA")).await.status, 404);
        assert_eq!(bank.page(&ivanova(), &format!("{NEW}?plan=PRO&plan=PRO")).await.status, 400);
        assert_eq!(bank.list(&ivanova(), "C00001", "").await["content"].as_array().unwrap().len(), 0);
    }

    async fn onl_07_a_right_that_was_taken_meanwhile_makes_no_request(bench: Bench) {
        let bank = Bank::demo(bench).await;
        assert_eq!(bank.page(&ivanova(), &format!("{NEW}?plan=PRO")).await.status, 200);
        bank.set_rights("ivanova", "C00001", "VIEW_ACCOUNTS SIGN_FIRST").await;
        for answer in [
            bank.page(&ivanova(), NEW).await,
            ask(&bank, &ivanova(), "PRO").await,
            bank.send(&ivanova(), "/bank/tariffs/cancel", &[("change", "1")]).await,
        ] {
            assert_eq!(answer.status, 404);
        }
        let without_role = TestCaller::new("U00004", "C00001");
        assert_eq!(ask(&bank, &without_role, "PRO").await.status, 403);
        assert_eq!(bank.page(&without_role, NEW).await.status, 403);
        assert_eq!(bank.list(&petrov(), "C00001", "").await["content"].as_array().unwrap().len(), 0);
        let foreign = bank.pages.post(NEW).online_bank(&bank.bench.tokens, &petrov());
        assert_eq!(foreign.form(&[("plan", "PRO")]).send().await.status, 403, "a form without its token");
    }

    async fn onl_07_a_future_change_is_cancelled_by_a_person(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let page = bank.page(&ivanova_of_vasilek(), "/bank/tariffs").await;
        assert!(page.text().contains("Отменить будущую смену"), "{}", page.text());
        let cancel = |change: &'static str| {
            let bank = &bank;
            async move { bank.send(&ivanova_of_vasilek(), "/bank/tariffs/cancel", &[("change", change)]).await }
        };
        let id = made(&cancel("1").await);
        assert_eq!(made(&cancel("1").await), id, "twice is once");
        let letters = bank.page(&ivanova_of_vasilek(), "/bank/letters").await;
        assert_eq!(letters.text().matches("class=\"row-link\" href=\"/bank/letters/").count(), 1);
        for wrong in ["2", "0", "x", "", "99999999999999999999"] {
            assert_eq!(cancel(wrong).await.status, 404, "{wrong}");
        }
        assert_eq!(bank.send(&sidorov(), "/bank/tariffs/cancel", &[("change", "1")]).await.status, 404);
        let page = bank.page(&sidorov(), "/bank/tariffs").await;
        assert!(!page.text().contains("Отменить будущую смену"), "{}", page.text());
    }
}

store::queries! {
    /// Lists the actions of the trail about a request.
    ACTIONS = "select action from audit_entries where object_id = $1 order by action";
}
