//! The reasons for which files of this crate are refused.

use testkit::Bench;

use crate::files::{ImportFiles, opened};

testkit::on_both_engines! {
    async fn ops_01_the_demo_files_change_nothing_the_second_time(bench: Bench) {
        let (files, _directory) = opened(&bench, "demo_twice").await;
        let report = files.import(&bench).await.unwrap();
        assert_eq!(report.tables.len(), 5);
        for table in report.tables {
            assert_eq!((table.created, table.changed), (0, 0), "{}", table.file);
            assert!(table.unchanged > 0, "{}", table.file);
        }
    }

    async fn ops_01_the_order_within_a_list_does_not_matter(bench: Bench) {
        let (files, directory) = opened(&bench, "lists").await;
        files.edit("users.csv", "ONLINE-USER,ACTIVE", "ZULU ONLINE-USER ALPHA-9 ALPHA,ACTIVE");
        files.edit("user_rights.csv", "ACT VIEW_ACCOUNTS EDIT_PAYROLL SIGN_FIRST", "SIGN_FIRST EDIT_PAYROLL \
            VIEW_ACCOUNTS ACT");
        files.edit("oauth_clients.csv", "C00001 C00002", "C00002 C00001");
        let uris = "https://b.example/c https://b.example/C https://a.example/ http://127.0.0.1:9090/callback";
        files.edit("oauth_clients.csv", "http://127.0.0.1:9090/callback", uris);
        files.import(&bench).await.unwrap();
        let user = directory.find_user_by_login("ivanova").await.unwrap().unwrap();
        let roles: Vec<&str> = user.roles.iter().map(clients::Role::as_str).collect();
        assert_eq!(roles, ["ALPHA", "ALPHA-9", "ONLINE-USER", "ZULU"]);
        for table in files.import(&bench).await.unwrap().tables {
            assert_eq!((table.created, table.changed), (0, 0), "{}", table.file);
        }
    }

    async fn ops_02_rights_that_are_all_taken_away_are_told_as_a_change(bench: Bench) {
        let (files, _directory) = opened(&bench, "rights_taken").await;
        bench.clock.advance_seconds(1);
        files.edit("user_rights.csv", "auditor,C00001,ACT VIEW_ACCOUNTS", "auditor,C00001,");
        let report = files.import(&bench).await.unwrap();
        assert_eq!(report.changes, ["user_rights.csv:6: user U00004: rights ACT VIEW_ACCOUNTS → –"]);
        let filter = audit::Filter {
            object_kind: Some("user".to_owned()),
            object_id: Some("U00004".to_owned()),
            action: Some("import.changed".to_owned()),
            ..audit::Filter::default()
        };
        let entries = audit::list(&bench.store, &filter, 10).await.unwrap();
        let detail: serde_json::Value = serde_json::from_str(&entries[0].detail).unwrap();
        assert_eq!((entries.len(), &detail["after"]), (1, &serde_json::json!({})), "{detail}");
        assert_eq!(detail["before"], serde_json::json!({ "rights": "ACT VIEW_ACCOUNTS" }));
        let again = files.import(&bench).await.unwrap();
        assert_eq!(again.changes, [] as [&str; 0]);
    }

    async fn ops_01_wrong_cells_are_named(bench: Bench) {
        bench.migrate(&[&audit::MIGRATIONS, &import::MIGRATIONS, &clients::MIGRATIONS]).await;
        let files = ImportFiles::new(&bench, "wrong_cells");
        files.edit("companies.csv", "7707123458", "7707123459");
        files.edit("companies.csv", "FLOWERS,FIRST=1", "TREES,FIRST=1");
        files.edit("companies.csv", "FIRST=1,OPEN\nC00003", "FIRST=1,SHUT\nC00003");
        files.edit("users.csv", "sidorov@kolos.example", "sidorov at kolos");
        files.edit("users.csv", "U00004,auditor", "U00004,petrov");
        files.edit("user_rights.csv", "sidorov,C00003,ACT", "sidorov,C00003,ACT FLY");
        files.edit("user_rights.csv", "auditor,C00001", "nobody,C00001");
        files.edit("oauth_clients.csv", "http://127.0.0.1:9090/callback", "http://erp.example/callback");
        files.edit("oauth_clients.csv", "9091/,C00003", "9091/,C00003 C00009");
        assert_eq!(
            files.errors(&bench).await,
            [
                "companies.csv:2:inn: the check digits of this inn are wrong",
                "companies.csv:3:status: must be one of OPEN, CLOSED",
                "users.csv:4:email: must be an e-mail address: name@domain, at most 254 characters, without spaces",
                "users.csv:5:login: the login belongs to the user U00002",
                "user_rights.csv:2:cnum: there is no company C00001",
                "user_rights.csv:3:cnum: there is no company C00002",
                "user_rights.csv:4:cnum: there is no company C00001",
                "user_rights.csv:5:rights: FLY: must be one of ACT, VIEW_ACCOUNTS, EDIT_PAYROLL, SIGN_FIRST, \
                    SIGN_SECOND, \
                 COMPANY_ADMINISTRATOR, SIGN_TREASURY",
                "user_rights.csv:6:login: there is no user with the login nobody",
                "oauth_clients.csv:2:cnums: there is no company C00001",
                "oauth_clients.csv:3:cnums: there is no company C00009",
                "oauth_clients.csv:5:cnums: there is no company C00001",
            ]
        );
    }

    async fn ops_01_secrets_of_clients_are_checked(bench: Bench) {
        let (files, _directory) = opened(&bench, "secrets").await;
        let hash = "0".repeat(64);
        files.write(
            "oauth_clients.csv",
            &format!(
                "client_id,name,secret,secret_sha256,redirect_uris\n\
                 a,A,thirty-one characters are short,,https://a.example/cb\n\
                 b,B,short,,https://a.example/cb\n\
                 c,C,long enough to be one secret of a bank,{hash},https://a.example/cb\n\
                 d,D,,0123,https://a.example/cb\n\
                 e,E,,{hash},http://a.example/cb\n\
                 f,F,,{hash},https://a.example/cb#f\n\
                 g,G,,{hash},https://a.example/cb https://a.example/cb\n\
                 h,H,,{hash},https://a.example/cb  https://b.example/cb\n"
            ),
        );
        assert_eq!(
            files.errors(&bench).await,
            [
                "oauth_clients.csv:2:secret: must have at least 32 characters",
                "oauth_clients.csv:3:secret: must have at least 32 characters",
                "oauth_clients.csv:4:secret: give either secret or secret_sha256, not both",
                "oauth_clients.csv:5:secret_sha256: must be the SHA-256 as 64 small hexadecimal digits",
                "oauth_clients.csv:6:redirect_uris: http://a.example/cb: must have https, http on 127.0.0.1, [::1] or \
                 localhost, or a scheme of its own with a period",
                "oauth_clients.csv:7:redirect_uris: https://a.example/cb#f: must not have a fragment",
                "oauth_clients.csv:8:redirect_uris: https://a.example/cb is listed twice",
                "oauth_clients.csv:9:redirect_uris: items are separated by one space",
            ]
        );
    }
}
