//! EVT-02: webhooks in the online bank.

use testkit::{Answer, Bench, RIGHT_ANSWER, TEST_CSRF, TestCaller, on_both_engines};
use webhooks::WebhooksPages;

use crate::house::{House, OWN_PORT, id_of, ivanova, petrov};
use crate::receiver::{Answer as Reply, Receiver};
use crate::subscribing::take_payroll_away;

async fn open(house: &House, path: &str) -> Answer {
    house.pages.get(path).online_bank(&house.bench.tokens, &petrov()).send().await
}

/// Sends a form. A person who is asked once more is sure, unless the fields say something else.
async fn send(house: &House, caller: &TestCaller, path: &str, fields: &[(&str, &str)]) -> Answer {
    let mut fields: Vec<(&str, &str)> =
        std::iter::once(("csrf", TEST_CSRF)).chain(fields.iter().copied()).collect();
    if !fields.iter().any(|(name, _)| *name == "sure") {
        fields.push(("sure", "yes"));
    }
    house.pages.post(path).form(&fields).online_bank(&house.bench.tokens, caller).send().await
}

on_both_engines! {
    async fn evt_02_an_administrator_makes_a_webhook_tries_it_and_reads_its_log(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        assert_eq!(open(&house, "/bank/webhooks").await.status, 200);
        let url = receiver.url();
        let fields = [("client", "demo-erp"), ("address", url.as_str()), ("types", "*")];
        let refused = send(&house, &petrov(), "/bank/webhooks",
            &[fields.as_slice(), &[("answer", "wrong")]].concat()).await;
        assert_eq!(refused.status, 422, "{}", refused.text());
        let shown =
            send(&house, &petrov(), "/bank/webhooks", &[fields.as_slice(), &[("answer", RIGHT_ANSWER)]].concat()).await;
        assert_eq!(shown.status, 200);
        assert!(shown.text().contains("whsec_") && shown.text().contains("whpk_"), "{}", shown.text());
        let list = open(&house, "/bank/webhooks").await;
        assert!(!list.text().contains("whsec_") && list.text().contains(">Demo ERP</td>"), "{}", list.text());
        let id = list.text().split("/bank/webhooks/").nth(1).unwrap().split('"').next().unwrap().to_owned();
        let path = format!("/bank/webhooks/{id}");
        assert_eq!(send(&house, &petrov(), &format!("{path}/test"), &[]).await.status, 303);
        house.work().await;
        let event = receiver.received()[0].id();
        let page = open(&house, &path).await;
        assert!(page.text().contains("webhook.test") && page.text().contains("Доставлено"), "{}", page.text());
        let delivery = open(&house, &format!("{path}/deliveries/{event}")).await;
        for text in [event.as_str(), "127.0.0.1", "204", "webhookId"] {
            assert!(delivery.text().contains(text), "{text}");
        }
        receiver.forget();
        assert_eq!(send(&house, &petrov(), &format!("{path}/redeliver"), &[("event", &event)]).await.status, 303);
        let days = [("from", "2026-11-20"), ("to", "2026-11-20")];
        assert_eq!(send(&house, &petrov(), &format!("{path}/redeliver"), &days).await.status, 303);
        house.work_after(1).await;
        assert_eq!(receiver.received().len(), 1, "it waited once");
        let wrong = send(&house, &petrov(), &format!("{path}/redeliver"), &[("from", "x"), ("to", "y")]).await;
        assert_eq!(wrong.status, 422);
        // The day before the webhook was made, and the last ones that there are.
        for days in [["2026-11-19", "2026-11-19"], ["9999-12-29", "9999-12-30"]] {
            let days = [("from", days[0]), ("to", days[1])];
            let empty = send(&house, &petrov(), &format!("{path}/redeliver"), &days).await;
            assert_eq!(empty.status, 422);
            assert!(empty.text().contains("За эти дни нет событий"), "{}", empty.text());
        }
    }

    async fn evt_02_a_payroll_event_is_hidden_from_an_administrator_who_sees_no_payroll(bench: Bench) {
        let house = House::open(bench).await;
        let id = id_of(&house.webhook("https://erp.example/hook").await);
        house.statement("s1", "DRAFT").await;
        house.dispatch().await;
        let event = house.log(&id).await[0]["eventId"].as_str().unwrap().to_owned();
        let path = format!("/bank/webhooks/{id}/deliveries/{event}");
        assert!(open(&house, &path).await.text().contains("ext-s1"));
        take_payroll_away(&house).await;
        let hidden = open(&house, &path).await;
        assert!(hidden.text().contains("вправе видеть зарплатные ведомости"), "{}", hidden.text());
        assert!(!hidden.text().contains("ext-s1") && !hidden.text().contains("Срок хранения"), "{}", hidden.text());
        let told = house.get(&petrov(), &format!("/v1/webhooks/{id}/deliveries/{event}")).await;
        assert!(told.status == 200 && told.json()["event"].is_null(), "{}", told.text());
    }

    async fn evt_02_the_log_of_a_webhook_is_shown_as_far_back_as_it_goes(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let path = format!("/bank/webhooks/{}", id_of(&house.webhook(&receiver.url()).await));
        let of_page = async |path: &str| {
            let page = open(&house, path).await;
            assert_eq!(page.status, 200, "{}", page.text());
            let link = format!("href=\"{}?cursor=", path.split('?').next().unwrap());
            let older = page.text().split_once(&link);
            let older = older.map(|(_, older)| older.split('#').next().unwrap().to_owned());
            (page.text().matches("/deliveries/").count(), older, page.text().contains("К последним"))
        };
        for statement in 0..50 {
            house.statement(&format!("s{statement}"), "DRAFT").await;
        }
        house.dispatch().await;
        assert_eq!(of_page(&path).await, (50, None, false));
        house.statement("last", "DRAFT").await;
        house.dispatch().await;
        let (shown, older, has_newest) = of_page(&path).await;
        assert_eq!((shown, has_newest), (50, false));
        let older = older.unwrap();
        assert_eq!(of_page(&format!("{path}?cursor={older}")).await, (1, None, true));
        assert_eq!(open(&house, &format!("{path}?cursor=0")).await.status, 400);
    }

    async fn online_bank_b_every_client_of_the_company_can_be_chosen(bench: Bench) {
        let house = House::open(bench).await;
        let secret = "0".repeat(64);
        let others: Vec<String> = (0..101)
            .map(|number| format!("a-{number},App,{secret},SPECIFICATION,RS256,https://a.example/,,C00001,ACTIVE\n"))
            .collect();
        let others = others.concat();
        house
            .import(|text| if text.starts_with("client_id,") { format!("{}\n{others}", text.trim_end()) } else { text })
            .await;
        let page = open(&house, "/bank/webhooks").await;
        let chosen = |id: &str| page.text().matches(&format!("<option value=\"{id}")).count();
        assert_eq!((chosen("a-"), chosen("demo-erp\"")), (101, 1), "{}", page.text());
    }

    async fn online_bank_b_a_form_that_is_sent_again_makes_no_second_webhook(bench: Bench) {
        let house = House::open(bench).await;
        let page = open(&house, "/bank/webhooks").await.text().to_owned();
        let key = page.split("name=\"key\" value=\"").nth(1).unwrap().split('"').next().unwrap();
        let fields = [("key", key), ("client", "demo-erp"), ("address", "https://erp.example/"), ("types", "*"),
            ("answer", RIGHT_ANSWER)];
        let made = async || house.get(&petrov(), "/v1/webhooks").await.json()["webhooks"].as_array().unwrap().len();
        let shown = send(&house, &petrov(), "/bank/webhooks", &fields).await;
        assert!(shown.text().contains("whsec_"), "{}", shown.text());
        let told = format!("/bank/webhooks/{key}?done=made");
        // The first press has spent the one-time code: the answer of the second is not looked at.
        let spent = [&fields[..4], &[("answer", "used")]].concat();
        let again = send(&house, &petrov(), "/bank/webhooks", &spent).await;
        assert_eq!((again.status.as_u16(), again.header("location")), (303, Some(told.as_str())));
        assert_eq!(made().await, 1);
        let page = house.pages.get(&told).sent_to(&told).online_bank(&house.bench.tokens, &petrov()).send().await;
        assert!(page.text().contains("Адрес уже добавлен"), "{}", page.text());
        assert_eq!(send(&house, &petrov(), &format!("/bank/webhooks/{key}/delete"), &[]).await.status, 303);
        let late = send(&house, &petrov(), "/bank/webhooks", &fields).await;
        let told = "/bank/webhooks?done=gone";
        assert_eq!((late.status.as_u16(), late.header("location")), (303, Some(told)));
        let page = house.pages.get(told).sent_to(told).online_bank(&house.bench.tokens, &petrov()).send().await;
        assert!(page.status == 200 && page.text().contains("и потом удалён"), "{}", page.text());
        assert_eq!(made().await, 0, "a form that has come to its end makes nothing");
    }

    async fn online_bank_b_the_form_of_the_last_webhook_is_sent_twice_like_any_other(bench: Bench) {
        let house = House::open(bench).await;
        for place in 1..10 {
            house.webhook(&format!("https://erp.example/{place}")).await;
        }
        let page = open(&house, "/bank/webhooks").await.text().to_owned();
        let key = page.split("name=\"key\" value=\"").nth(1).unwrap().split('"').next().unwrap();
        let press = async |key: &str, answer: &str| {
            let fields = [("key", key), ("client", "demo-erp"), ("address", "https://erp.example/"), ("types", "*"),
                ("answer", answer)];
            send(&house, &petrov(), "/bank/webhooks", &fields).await
        };
        let shown = press(key, RIGHT_ANSWER).await;
        assert!(shown.text().contains("whsec_"), "{}", shown.text());
        let again = press(key, "used").await;
        let told = format!("/bank/webhooks/{key}?done=made");
        assert_eq!((again.status.as_u16(), again.header("location")), (303, Some(told.as_str())), "{}", again.text());
        let other = press("019e0b1e-5a80-7c3a-9d1b-2f6f0b9a7c10", RIGHT_ANSWER).await;
        assert!(other.status == 422 && other.text().contains("У компании уже 10"), "{}", other.text());
    }

    async fn online_bank_b_a_form_without_an_integration_marks_its_field(bench: Bench) {
        let house = House::open(bench).await;
        for client in ["", "nobody-erp"] {
            let fields = [("client", client), ("address", "https://erp.example/typed"), ("types", "*"),
                ("answer", RIGHT_ANSWER)];
            let refused = send(&house, &petrov(), "/bank/webhooks", &fields).await;
            assert_eq!(refused.status, 422, "{client}: {}", refused.text());
            for part in ["id=\"client-fault\"", "https://erp.example/typed"] {
                assert!(refused.text().contains(part), "{client}: {}", refused.text());
            }
        }
    }

    async fn online_bank_b_what_is_refused_whatever_the_answer_costs_no_one_time_code(bench: Bench) {
        let house = House::open(bench).await;
        let terms = format!("/bank/webhooks/{}/terms", id_of(&house.webhook("https://erp.example/").await));
        let refused = async |path: &str, client: &str, says: &str| {
            let fields = [("version", "1"), ("client", client), ("address", "https://erp.example/typed"),
                ("types", "*"), ("answer", "used")];
            let refused = send(&house, &petrov(), path, &fields).await;
            assert!(refused.status == 422 && refused.text().contains(says), "{path}: {}", refused.text());
        };
        refused("/bank/webhooks", "nobody-erp", "id=\"client-fault\"").await;
        for place in 1..10 {
            house.webhook(&format!("https://erp.example/{place}")).await;
        }
        refused("/bank/webhooks", "demo-erp", "У компании уже 10").await;
        take_payroll_away(&house).await;
        refused("/bank/webhooks", "demo-erp", "Типы о зарплате выбирает").await;
        refused(&terms, "demo-erp", "Типы о зарплате выбирает").await;
    }

    async fn security_09_a_test_too_many_is_refused_in_the_online_bank(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let path = format!("/bank/webhooks/{}/test", id_of(&house.webhook(&receiver.url()).await));
        for _ in 0..webhooks::SINGLES_PER_HOUR_MAX.get() {
            assert_eq!(send(&house, &petrov(), &path, &[]).await.status, 303);
        }
        let refused = send(&house, &petrov(), &path, &[]).await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (429, Some("36")));
    }

    async fn security_12_an_answer_that_turns_its_neighbours_is_shown_escaped(bench: Bench) {
        let house = House::open(bench).await;
        let receiver = Receiver::start(|_| Reply::Body("paid\u{202e}001 \u{200b}<b>".to_owned())).await;
        let id = id_of(&house.webhook(&receiver.url()).await);
        house.statement("s1", "DRAFT").await;
        house.work().await;
        let event = receiver.received()[0].id();
        let page = open(&house, &format!("/bank/webhooks/{id}/deliveries/{event}")).await;
        assert!(page.text().contains(r"paid\u{202e}001 \u{200b}&#60;b&#62;"), "{}", page.text());
        assert!(!page.text().contains(['\u{202e}', '\u{200b}']));
    }

    async fn evt_02_a_webhook_is_changed_switched_rotated_and_deleted_in_the_online_bank(bench: Bench) {
        let house = House::open(bench).await;
        let id = id_of(&house.webhook("https://erp.example/").await);
        let path = format!("/bank/webhooks/{id}");
        let answer = ("answer", RIGHT_ANSWER);
        let terms = [("address", "https://erp.example/new"), ("types", "letter.received"),
            ("types", "webinar.published"), ("version", "1"), answer];
        assert_eq!(send(&house, &petrov(), &format!("{path}/terms"), &terms).await.status, 303);
        let read = house.get(&petrov(), &format!("/v1/webhooks/{id}")).await.json();
        assert_eq!((read["url"].as_str(), read["types"].as_array().unwrap().len()),
            (Some("https://erp.example/new"), 2));
        for wrong in ["http://erp.example/", "https://10.0.0.1/", "https://a:b@erp.example/",
            "https://e.example:25/", &format!("http://localhost:{OWN_PORT}/"), "x", ""] {
            let terms = [("address", wrong), ("types", "*"), ("version", "2"), answer];
            let refused = send(&house, &petrov(), &format!("{path}/terms"), &terms).await;
            assert_eq!(refused.status, 422, "{wrong}");
            assert!(refused.text().contains("field-fault"), "{wrong}");
        }
        assert_eq!(send(&house, &petrov(), &format!("{path}/off"), &[]).await.status, 303);
        assert_eq!(house.state_of(&id).await, "OFF");
        assert_eq!(send(&house, &petrov(), &format!("{path}/on"), &[("answer", "wrong")]).await.status, 422);
        assert_eq!(send(&house, &petrov(), &format!("{path}/on"), &[answer]).await.status, 303);
        assert_eq!(house.state_of(&id).await, "ON");
        let spent = ("answer", "used");
        assert_eq!(send(&house, &petrov(), &format!("{path}/on"), &[spent]).await.status, 303, "a second press");
        let seen = [("version", "4"), answer];
        assert!(send(&house, &petrov(), &format!("{path}/secret"), &seen).await.text().contains("whsec_"));
        let again = send(&house, &petrov(), &format!("{path}/secret"), &[seen[0], spent]).await;
        assert_eq!(again.status, 409, "the first one's secret stays: {}", again.text());
        for press in ["the first", "a second"] {
            let deleted = send(&house, &petrov(), &format!("{path}/delete"), &[]).await;
            let told = (deleted.status.as_u16(), deleted.header("location"));
            assert_eq!(told, (303, Some("/bank/webhooks?done=deleted")), "{press}");
        }
        assert_eq!(open(&house, &path).await.status, 404);
        // It was none of another company.
        let stranger = TestCaller::new("U00003", "C00003");
        assert_eq!(send(&house, &stranger, &format!("{path}/delete"), &[]).await.status, 404);
    }

    async fn online_bank_b_terms_that_were_typed_in_an_older_page_stay(bench: Bench) {
        let house = House::open(bench).await;
        let path = format!("/bank/webhooks/{}", id_of(&house.webhook("https://erp.example/").await));
        let answered = |version: &'static str, address: &'static str, answer: &'static str| {
            [("version", version), ("address", address), ("types", "letter.received"), ("answer", answer)]
        };
        let typed = |version, address| answered(version, address, RIGHT_ANSWER);
        assert!(open(&house, &path).await.text().contains("name=\"version\" value=\"1\""));
        let terms = format!("{path}/terms");
        assert_eq!(send(&house, &petrov(), &terms, &typed("1", "https://erp.example/one")).await.status, 303);
        // A second press costs no one-time code, nor does a refusal that no answer changes.
        let again = send(&house, &petrov(), &terms, &answered("1", "https://erp.example/one", "used")).await;
        assert_eq!(again.status, 303, "a second press");
        let late = send(&house, &petrov(), &terms, &answered("1", "https://erp.example/two", "used")).await;
        assert_eq!(late.status, 409, "{}", late.text());
        for part in [
            "value=\"https://erp.example/two\"", "только что изменил", "Сохранено сейчас: https://erp.example/one<",
            "name=\"version\" value=\"2\"",
        ] {
            assert!(late.text().contains(part), "{part}: {}", late.text());
        }
        assert!(!late.text().contains("Сохранено сейчас: letter.received"), "the same types: {}", late.text());
        assert_eq!(send(&house, &petrov(), &terms, &typed("2", "https://erp.example/two")).await.status, 303);
    }

    async fn online_bank_17_a_webhook_is_deleted_or_stopped_after_one_more_question(bench: Bench) {
        let house = House::open(bench).await;
        let id = id_of(&house.webhook("https://erp.example/").await);
        for (action, question) in [("off", "Выключить отправку событий?"), ("delete", "Удалить адрес?")] {
            let path = format!("/bank/webhooks/{id}/{action}");
            let asked = send(&house, &petrov(), &path, &[("sure", "no")]).await;
            assert_eq!(asked.status, 200, "{}", asked.text());
            for part in [question, &format!("method=\"post\" action=\"{path}\""), "name=\"sure\" value=\"yes\""] {
                assert!(asked.text().contains(part), "{part}: {}", asked.text());
            }
            assert_eq!(house.state_of(&id).await, "ON", "{action}");
        }
        let path = format!("/bank/webhooks/{id}/delete");
        assert_eq!(send(&house, &petrov(), &path, &[("sure", "yes")]).await.status, 303);
    }

    async fn evt_02_whoever_does_not_administer_the_company_sees_and_changes_nothing(bench: Bench) {
        let house = House::open(bench).await;
        let id = id_of(&house.webhook("https://erp.example/").await);
        let path = format!("/bank/webhooks/{id}");
        let site = house.bench.site();
        let pages = webhooks::pages(WebhooksPages { site: site.clone(), area: house.state.clone() });
        let closed = house.bench.client(site.routes(pages));
        // One is no administrator for the page, the other one only for the unit of work.
        for (pages, caller) in [(&closed, petrov()), (&house.pages, ivanova())] {
            for page in ["/bank/webhooks", &path, &format!("{path}/deliveries/evt_1")] {
                let answer = pages.get(page).online_bank(&house.bench.tokens, &caller).send().await;
                assert_eq!(answer.status, 403, "{page}: {}", answer.text());
            }
            let fields = [("csrf", TEST_CSRF), ("sure", "yes"), ("answer", RIGHT_ANSWER), ("version", "1"),
                ("client", "demo-erp"), ("address", "https://other.example/"), ("types", "*"), ("event", "evt_1"),
                ("key", "019e0b1e-5a80-7c3a-9d1b-2f6f0b9a7c10")];
            for action in ["", "/terms", "/secret", "/test", "/off", "/on", "/redeliver", "/delete"] {
                let own = format!("{path}{action}");
                let path = if action.is_empty() { "/bank/webhooks" } else { own.as_str() };
                let answer = pages.post(path).form(&fields).online_bank(&house.bench.tokens, &caller).send().await;
                assert_eq!(answer.status, 403, "{path}: {}", answer.text());
            }
        }
        let list = house.get(&petrov(), "/v1/webhooks").await.json();
        let webhooks = list["webhooks"].as_array().unwrap();
        assert_eq!((webhooks.len(), &webhooks[0]["url"]), (1, &"https://erp.example/".into()), "{list}");
        assert_eq!(webhooks[0]["state"], "ON", "{list}");
    }

    async fn evt_02_other_companies_webhooks_and_foreign_forms_are_refused(bench: Bench) {
        let house = House::open(bench).await;
        let id = id_of(&house.webhook("https://erp.example/").await);
        let path = format!("/bank/webhooks/{id}");
        let stranger = TestCaller::new("U00003", "C00003");
        for action in ["off", "delete", "test", "redeliver"] {
            let answer = send(&house, &stranger, &format!("{path}/{action}"), &[("event", "evt_1")]).await;
            assert_eq!(answer.status, 404, "{action}: {}", answer.text());
            let forged = house.pages.post(&format!("{path}/{action}")).form(&[("csrf", "x")]);
            let forged = forged.online_bank(&house.bench.tokens, &petrov()).send().await;
            assert_eq!(forged.status, 403, "{action}");
        }
        let nobody = house.pages.get(&path).send().await;
        assert_eq!(nobody.status, 303);
        for wrong in ["/bank/webhooks/x", "/bank/webhooks/00000000-0000-7000-8000-000000000000"] {
            assert_eq!(open(&house, wrong).await.status, 404, "{wrong}");
        }
        assert_eq!(house.state_of(&id).await, "ON");
    }
}
