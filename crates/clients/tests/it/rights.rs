//! The accounts that a user sees.

use clients::{COMPANIES_PER_USER_MAX, Rights};
use testkit::Bench;

use crate::files::{cnum, cnums, opened, user};

testkit::on_both_engines! {
    async fn acc_04_related_companies_are_visible_with_the_right_for_each(bench: Bench) {
        let (files, directory) = opened(&bench, "visible").await;
        let visible = |id: &'static str, chosen: &'static str| {
            let directory = directory.clone();
            async move { directory.visible_companies(&user(id), &cnum(chosen)).await.unwrap() }
        };
        assert_eq!(cnums(&visible("U00001", "C00001").await), ["C00001", "C00002"]);
        assert_eq!(cnums(&visible("U00001", "C00002").await), ["C00001", "C00002"]);
        // Petrov has no right in the other company of the group.
        assert_eq!(cnums(&visible("U00002", "C00001").await), ["C00001"]);
        assert_eq!(cnums(&visible("U00002", "C00002").await), Vec::<&str>::new());
        // A company without a group is not related to another one without a group.
        assert_eq!(cnums(&visible("U00003", "C00003").await), ["C00003"]);
        assert_eq!(cnums(&visible("U00003", "C00001").await), Vec::<&str>::new());

        files.edit("user_rights.csv", "ivanova,C00002,ACT VIEW_ACCOUNTS", "ivanova,C00002,ACT");
        files.import(&bench).await.unwrap();
        assert_eq!(cnums(&visible("U00001", "C00001").await), ["C00001"]);
        // To view without the right to act for the chosen company shows nothing, even of that company.
        files.edit("user_rights.csv", "auditor,C00001,ACT VIEW_ACCOUNTS", "auditor,C00001,VIEW_ACCOUNTS");
        files.import(&bench).await.unwrap();
        assert_eq!(cnums(&visible("U00004", "C00001").await), Vec::<&str>::new());
    }

    async fn acc_04_two_companies_without_a_group_are_strangers(bench: Bench) {
        let (files, directory) = opened(&bench, "strangers").await;
        files.edit("companies.csv", "770701001,FLOWERS,FIRST=1,OPEN", "770701001,,FIRST=1,OPEN");
        files.edit("companies.csv", "770701001,FLOWERS,", "770701001,,");
        files.import(&bench).await.unwrap();
        let visible = directory.visible_companies(&user("U00001"), &cnum("C00001")).await.unwrap();
        assert_eq!(cnums(&visible), ["C00001"]);
    }

    async fn idn_03_only_open_companies_are_offered(bench: Bench) {
        let (files, directory) = opened(&bench, "offered").await;
        files.edit("companies.csv", "FIRST=1,OPEN", "FIRST=1,CLOSED");
        files.import(&bench).await.unwrap();
        let offered = directory.companies_user_may_act_for(&user("U00001")).await.unwrap();
        assert_eq!(cnums(&offered), ["C00001"]);
    }

    async fn ops_01_an_empty_list_of_rights_takes_them_away(bench: Bench) {
        let (files, directory) = opened(&bench, "taken_away").await;
        files.edit("user_rights.csv", "auditor,C00001,ACT VIEW_ACCOUNTS", "auditor,C00001,");
        files.import(&bench).await.unwrap();
        let rights = directory.rights(&user("U00004"), &cnum("C00001")).await.unwrap();
        assert_eq!(rights, Rights::default());
        assert!(rights.is_empty());
    }

    async fn ops_01_a_user_has_rights_for_a_bounded_number_of_companies(bench: Bench) {
        let (files, _directory) = opened(&bench, "bounded").await;
        let numbers = 0..COMPANIES_PER_USER_MAX;
        let companies: Vec<String> =
            numbers.clone().map(|number| format!("X{number},ООО,LLC,7707123458,FIRST=1\n")).collect();
        let rights: Vec<String> = numbers.map(|number| format!("auditor,X{number},ACT\n")).collect();
        let header = "cnum,name_ru,name_en,inn,signature_scheme\n";
        files.write("companies.csv", &format!("{header}{}", companies.concat()));
        files.write("user_rights.csv", &format!("login,cnum,rights\n{}", rights.concat()));
        assert_eq!(
            files.errors(&bench).await,
            ["user_rights.csv:1001:cnum: a user has rights for at most 1000 companies"]
        );
    }

    async fn ops_01_a_company_that_is_taken_away_makes_room_for_one_in_a_row_before(bench: Bench) {
        let (files, directory) = opened(&bench, "room").await;
        let companies: Vec<String> =
            (0..=COMPANIES_PER_USER_MAX).map(|number| format!("X{number},ООО,LLC,7707123458,FIRST=1\n")).collect();
        files.write("companies.csv", &format!("cnum,name_ru,name_en,inn,signature_scheme\n{}", companies.concat()));
        let write = |rows: &str| files.write("user_rights.csv", &format!("login,cnum,rights\n{rows}"));
        // With C00001 as many as a user may have.
        let most: Vec<String> =
            (1..COMPANIES_PER_USER_MAX).map(|number| format!("auditor,X{number},ACT\n")).collect();
        write(&most.concat());
        files.import(&bench).await.unwrap();
        files.clear();
        write("auditor,X0,ACT\nauditor,X1,\n");
        files.import(&bench).await.unwrap();
        write("auditor,X1,ACT\nauditor,X2,\n");
        files.import_in_chunks(&bench).await.unwrap();
        assert!(!directory.rights(&user("U00004"), &cnum("X1")).await.unwrap().is_empty());
        write("auditor,X2,ACT\nauditor,X1000,ACT\nauditor,X3,\n");
        assert_eq!(
            files.errors(&bench).await,
            ["user_rights.csv:3:cnum: a user has rights for at most 1000 companies"]
        );
    }
}
