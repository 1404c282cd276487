//! A user is locked for one company, and let in again.

use clients::COMPANIES_PER_USER_MAX;
use http::StatusCode;
use testkit::{Bench, on_both_engines};

use super::{change, is_open, rights, rooms, with_petrov};
use crate::house::{assert_error, tokens};
use crate::town::{exchange, refresh};

const LOCK: &str = "/bank/users/U00001/lock";
const UNLOCK: &str = "/bank/users/U00001/unlock";

on_both_engines! {
    async fn onl_06_a_locked_user_is_out_of_this_company_alone(bench: Bench) {
        let mut rooms = rooms(&bench).await;
        let town = &rooms.branch.town;
        let mut browser = town.browser();
        let page = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
        let page = browser.submit(&page, "/login/company", &[("cnum", "C00001")]).await;
        let own = tokens(&exchange(&bench, town, &page).await);
        let mut under_way = town.browser();
        let choice = town.log_in(&mut under_way, "ivanova", "demo-ivanova").await;
        let (mut here, mut there) = (rooms.branch.ivanova("C00001").await, rooms.branch.ivanova("C00002").await);
        let mut petrov = rooms.petrov().await;
        assert_eq!(petrov.post(LOCK, &[("answer", "")]).await.location(), "/bank/users/U00001?done=locked");
        rooms.branch.poll().await;
        assert!(!rooms.accepts(&own));
        assert_error(&refresh(&bench, &rooms.branch.town, &own.refresh).await, 400, "invalid_grant");
        assert!(!is_open(&mut here).await && is_open(&mut there).await);
        let late = under_way.submit(&choice, "/login/company", &[("cnum", "C00001")]).await;
        assert_ne!(late.status, StatusCode::SEE_OTHER, "the login under way asks again");
        assert_eq!(rights(&rooms, "U00001", "C00001").await, "");
        let list = petrov.browser.get("/bank/users").await;
        assert!(list.body.contains("Заблокирован компанией"), "{}", list.body);
        // Locked again, and changed: neither touches what waits.
        petrov.post(LOCK, &[]).await;
        assert_eq!(change(&mut petrov, "U00001", "ACT SIGN_FIRST", "ACT").await.status, StatusCode::CONFLICT);
        let unlocked = petrov.post(UNLOCK, &[]).await;
        assert_eq!(unlocked.location(), "/bank/users/U00001?done=unlocked");
        assert_eq!(rights(&rooms, "U00001", "C00001").await, "ACT SIGN_FIRST");
        assert!(!is_open(&mut here).await, "nothing comes back");
        rooms.branch.town.clock.advance_seconds(1);
        assert!(is_open(&mut rooms.branch.ivanova("C00001").await).await);
        let (locks, unlocks) = (rooms.trail("user.company_locked").await, rooms.trail("user.company_unlocked").await);
        assert_eq!((locks.len(), unlocks.len()), (1, 1), "{locks:?}");
        assert!(locks[0].contains("ACT SIGN_FIRST"), "{locks:?}");
    }

    async fn online_bank_17_who_takes_access_away_is_asked_once_more(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        for (path, fields, question) in [
            (LOCK, [("sure", "no"), ("answer", "")], "Заблокировать доступ сотрудника?"),
            ("/bank/integrations/demo-erp/revoke", [("sure", ""), ("everybody", "yes")], "Отозвать доступ?"),
            ("/bank/integrations/demo-erp/revoke", [("sure", ""), ("user", "U00001")], "Отозвать доступ?"),
            ("/bank/integrations/demo-erp/off", [("sure", "да"), ("answer", "")], "Выключить интеграцию?"),
            ("/bank/integrations/demo-erp/secret/end", [("sure", "1"), ("answer", "")], "Отключить прежний секрет?"),
            ("/bank/security/sessions/end-others", [("sure", "n"), ("answer", "")], "Завершить все остальные сеансы?"),
        ] {
            let asked = petrov.post(path, &fields).await;
            assert_eq!(asked.status, StatusCode::OK, "{path}: {}", asked.body);
            for part in [question, &format!("action=\"{path}\""), "name=\"sure\" value=\"yes\""] {
                assert!(asked.body.contains(part), "{part}: {}", asked.body);
            }
            // What was sent is sent again.
            let (name, value) = fields[1];
            assert!(asked.body.contains(&format!("name=\"{name}\" value=\"{value}\"")), "{name}: {}", asked.body);
        }
        let asked = petrov.post("/bank/security/sessions/end", &[("sure", ""), ("session", &"A".repeat(22))]).await;
        assert_ne!(asked.status, StatusCode::SEE_OTHER);
        for kind in ["user.company_locked", "client.switched_off"] {
            assert_eq!(rooms.trail(kind).await, Vec::<String>::new(), "{kind}");
        }
        assert_ne!(rights(&rooms, "U00001", "C00001").await, "");
    }

    async fn onl_06_a_file_of_the_bank_does_not_open_the_lock(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        petrov.post(LOCK, &[]).await;
        let file = "login,cnum,rights\nivanova,C00001,ACT SIGN_SECOND\n";
        assert_eq!(rooms.branch.town.import(&[("user_rights.csv", file)]).await.tables[0].changed, 1);
        assert_eq!(rooms.branch.town.import(&[("user_rights.csv", file)]).await.tables[0].unchanged, 1);
        assert_eq!(rights(&rooms, "U00001", "C00001").await, "");
        petrov.post(UNLOCK, &[]).await;
        assert_eq!(rights(&rooms, "U00001", "C00001").await, "ACT SIGN_SECOND");
    }

    async fn onl_06_whoever_has_no_rights_left_behind_the_lock_leaves_with_its_end(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        petrov.post(LOCK, &[]).await;
        let file = "login,cnum,rights\nivanova,C00001,\n";
        assert_eq!(rooms.branch.town.import(&[("user_rights.csv", file)]).await.tables[0].changed, 1);
        for path in ["/bank/users", "/bank/users/U00001"] {
            let page = petrov.browser.get(path).await;
            assert!(page.body.contains("нет прав") && page.body.contains("Заблокирован компанией"), "{}", page.body);
        }
        let unlocked = petrov.post(UNLOCK, &[]).await;
        assert_eq!(unlocked.location(), "/bank/users?done=left");
        let list = petrov.browser.get(unlocked.location()).await;
        assert_eq!(list.status, StatusCode::OK);
        assert!(!list.body.contains("/bank/users/U00001"), "{}", list.body);
        assert_eq!(petrov.browser.get("/bank/users/U00001").await.status, StatusCode::NOT_FOUND);
        assert_eq!(rights(&rooms, "U00001", "C00001").await, "");
        assert_eq!(rights(&rooms, "U00001", "C00002").await, "ACT VIEW_ACCOUNTS", "another company's stay");
    }

    async fn onl_06_the_end_of_a_lock_is_confirmed_and_happens_once(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let unlocked = "/bank/users/U00001?done=unlocked";
        assert_eq!(petrov.post(UNLOCK, &[]).await.location(), unlocked, "there is no lock");
        petrov.post(LOCK, &[]).await;
        let refused = petrov.post(UNLOCK, &[("answer", "wrong")]).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.body.contains("unlock-answer-fault"), "{}", refused.body);
        rooms.wait();
        assert_eq!(petrov.post(UNLOCK, &[]).await.location(), unlocked);
        assert_eq!(petrov.post(UNLOCK, &[("answer", "spent")]).await.location(), unlocked, "a second press");
        assert_eq!(rooms.trail("user.company_unlocked").await.len(), 1);
        assert_eq!(petrov.post("/bank/users/U00002/unlock", &[]).await.status, StatusCode::FORBIDDEN);
    }

    async fn onl_06_a_lock_stays_while_the_person_has_as_many_companies_as_one_may(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        petrov.post(LOCK, &[]).await;
        // C00002 is the other one.
        let others = 1..COMPANIES_PER_USER_MAX;
        let companies: Vec<String> =
            others.clone().map(|number| format!("X{number},ООО,LLC,7707123458,FIRST=1\n")).collect();
        let given: Vec<String> = others.map(|number| format!("ivanova,X{number},ACT\n")).collect();
        let companies = format!("cnum,name_ru,name_en,inn,signature_scheme\n{}", companies.concat());
        let given = format!("login,cnum,rights\n{}", given.concat());
        rooms.branch.town.import(&[("companies.csv", &companies), ("user_rights.csv", &given)]).await;
        for answer in [petrov.answer, "not looked at"] {
            let refused = petrov.post(UNLOCK, &[("answer", answer)]).await;
            assert_eq!(refused.status, StatusCode::CONFLICT, "{answer}");
            assert!(refused.body.contains("наибольшим числом компаний"), "{answer}: {}", refused.body);
            assert!(refused.body.contains("/U00001/unlock") && !refused.body.contains("unlock-answer-fault"));
        }
        assert!(rooms.trail("user.company_unlocked").await.is_empty());
        rooms.branch.town.import(&[("user_rights.csv", "login,cnum,rights\nivanova,X1,\n")]).await;
        assert_eq!(petrov.post(UNLOCK, &[]).await.location(), "/bank/users/U00001?done=unlocked");
        assert_eq!(rights(&rooms, "U00001", "C00001").await, "ACT SIGN_FIRST");
    }
}
