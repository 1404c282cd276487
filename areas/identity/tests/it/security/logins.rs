//! The history of the own logins.

use http::StatusCode;
use identity::login::lockout::{LOGIN_FAILURES_FREE, LOGIN_FAILURES_MAX};
use identity::login::login_history::LOGINS_KEPT_S;
use testkit::{Bench, on_both_engines};

use super::change;
use crate::branch::Branch;
use crate::browser::{Browser, Page};

const PATH: &str = "/bank/security/logins";

/// The rows of the table, the latest first.
fn rows(page: &Page) -> Vec<String> {
    assert_eq!(page.status, StatusCode::OK, "{}", page.body);
    let (_, table) = page.body.split_once("<tbody>").unwrap();
    table.split("<tr>").skip(1).map(str::to_owned).collect()
}

async fn assert_rows(browser: &mut Browser, expected: &[&[&str]]) {
    let rows = rows(&browser.get(PATH).await);
    assert_eq!(rows.len(), expected.len(), "{rows:#?}");
    for (row, texts) in rows.iter().zip(expected) {
        for text in *texts {
            assert!(row.contains(text), "{text}: {row}");
        }
    }
}

on_both_engines! {
    async fn onl_04_every_login_and_every_wrong_one_is_in_the_history(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let wrong = branch.type_in(&mut branch.browser_at("192.0.2.66"), "Petrov ", "wrong").await;
        assert_eq!(wrong.status, StatusCode::OK);
        branch.town.clock.advance_seconds(1);
        // Of somebody else, and of a name that nobody has.
        branch.type_in(&mut branch.browser(), "ivanova", "wrong").await;
        branch.type_in(&mut branch.browser(), "nobody", "wrong").await;
        let mut software = branch.browser_at("192.0.2.7");
        assert!(branch.town.log_in(&mut software, "petrov", "demo-petrov").await.parameter("code").is_some());
        branch.town.clock.advance_seconds(1);
        let mut browser = branch.browser_at("192.0.2.8");
        branch.type_in(&mut browser, "petrov", "demo-petrov").await;
        branch.town.clock.advance_seconds(1);
        change(&mut browser, "wrong-answer", "another password").await;
        assert_rows(&mut browser, &[
            &["Неверный пароль", "Интернет-банк", "192.0.2.8"],
            &["Вход выполнен", "Интернет-банк", "192.0.2.8"],
            &["Вход выполнен", "ERP «Ромашка»", "192.0.2.7"],
            &["Неверный пароль", "Интернет-банк", "192.0.2.66"],
        ]).await;
    }

    async fn onl_04_wrong_codes_and_the_lock_are_in_the_history(bench: Bench) {
        let branch = Branch::open(&bench).await;
        let mut guesser = branch.browser_at("192.0.2.66");
        let page = branch.type_in(&mut guesser, "orlova", "demo-orlova").await;
        for field in ["code", "recovery"] {
            let typed = if field == "code" { "000000" } else { "AAAA-BBBB-CCCC-DDDD" };
            guesser.submit(&page, "/login/code", &[(field, typed)]).await;
            branch.town.clock.advance_seconds(40);
        }
        for _ in 2..LOGIN_FAILURES_MAX {
            branch.type_in(&mut branch.browser_at("192.0.2.66"), "orlova", "wrong").await;
            branch.town.clock.advance_seconds(40);
        }
        branch.town.clock.advance_seconds(identity::login::lockout::LOCK_S);
        let mut browser = branch.orlova().await;
        let rows = rows(&browser.get(PATH).await);
        let count = |text: &str| rows.iter().filter(|row| row.contains(text)).count();
        assert_eq!(count("Неверный код подтверждения"), 1, "{rows:#?}");
        assert_eq!(count("Неверный код восстановления"), 1);
        assert_eq!(count("Неверный пароль"), usize::try_from(LOGIN_FAILURES_MAX).unwrap() - 2);
        assert_eq!((count("Вход заблокирован"), count("Вход выполнен")), (1, 1));
    }

    async fn onl_04_the_history_names_the_way_of_each_login(bench: Bench) {
        let (branch, mut petrov) = Branch::with_petrov(&bench).await;
        assert_rows(&mut petrov, &[&["Вход выполнен", "<span class=\"hint\">по паролю</span>"]]).await;
        let mut english = petrov.clone().with_header("accept-language", "en");
        assert!(english.get(PATH).await.body.contains("with the password<"));
        let mut orlova = branch.orlova().await;
        assert_rows(&mut orlova, &[&["Вход выполнен", "по паролю и одноразовому коду"]]).await;
        // The choice of the company comes between the proof and the login.
        let mut ivanova = branch.ivanova("C00002").await;
        assert_rows(&mut ivanova, &[&["Вход выполнен", "<span class=\"hint\">по паролю</span>"]]).await;
    }

    async fn onl_04_the_history_goes_with_its_person_and_not_with_the_name(bench: Bench) {
        let (branch, _petrov) = Branch::with_petrov(&bench).await;
        branch.type_in(&mut branch.browser_at("192.0.2.66"), "petrov", "wrong").await;
        branch.town.clock.advance_seconds(1);
        let users = "user_id,login,full_name,status\n\
            U00002,petrov.p,Пётр Петров,ACTIVE\n\
            U00003,petrov,Сидор Сидоров,ACTIVE\n";
        branch.town.import(&[("users.csv", users)]).await;
        let mut other = branch.browser();
        branch.type_in(&mut other, "petrov", "demo-sidorov").await;
        assert_rows(&mut other, &[&["Вход выполнен"]]).await;
        let mut own = branch.browser();
        branch.type_in(&mut own, "petrov.p", "demo-petrov").await;
        let rows = rows(&own.get(PATH).await);
        assert_eq!(rows.len(), 3, "{rows:#?}");
        assert!(rows.iter().any(|row| row.contains("192.0.2.66")), "{rows:#?}");
    }

    async fn idn_10_the_next_holder_of_a_login_waits_for_nobodys_guesses(bench: Bench) {
        let branch = Branch::open(&bench).await;
        for _ in 0..=LOGIN_FAILURES_FREE {
            branch.type_in(&mut branch.browser_at("192.0.2.66"), "petrov", "wrong").await;
        }
        let users = "user_id,login,full_name,status\n\
            U00002,petrov.p,Пётр Петров,ACTIVE\n\
            U00003,petrov,Сидор Сидоров,ACTIVE\n";
        branch.town.import(&[("users.csv", users)]).await;
        let mut other = branch.browser();
        branch.type_in(&mut other, "petrov", "demo-sidorov").await;
        assert_rows(&mut other, &[&["Вход выполнен"]]).await;
    }

    async fn onl_04_logins_are_forgotten_after_ninety_days(bench: Bench) {
        let branch = Branch::open(&bench).await;
        branch.type_in(&mut branch.browser_at("192.0.2.66"), "petrov", "wrong").await;
        branch.town.clock.advance_seconds(LOGINS_KEPT_S);
        assert_rows(&mut branch.petrov().await, &[&["Вход выполнен"], &["192.0.2.66"]]).await;
        branch.town.state.tidy_up().await.unwrap();
        branch.town.clock.advance_seconds(1);
        let mut browser = branch.petrov().await;
        assert_rows(&mut browser, &[&["Вход выполнен"], &["Вход выполнен"]]).await;
        branch.town.state.tidy_up().await.unwrap();
        branch.town.clock.advance_seconds(-1);
        assert_rows(&mut browser, &[&["Вход выполнен"], &["Вход выполнен"]]).await;
    }
}
