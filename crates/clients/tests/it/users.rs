//! Users and their status.

use clients::{UserStatus, stopped_since};
use kernel::Clock;
use store::StoreError;
use testkit::Bench;

use crate::files::{later, opened, user};

testkit::on_both_engines! {
    async fn every_query_is_prepared(bench: Bench) {
        let _opened = opened(&bench, "prepared").await;
        bench.store.prepare_all(&clients::QUERIES).await.unwrap();
    }

    async fn a_text_that_is_no_login_belongs_to_nobody(bench: Bench) {
        let (_office, directory) = opened(&bench, "no_login").await;
        for typed in ["", "IVANOVA", "ivanova ", "ivanova\0", "x' or '1'='1", "иванова"] {
            assert_eq!(directory.find_user_by_login(typed).await.unwrap(), None, "{typed:?}");
        }
    }

    async fn idn_11_stopped_users_and_clients_are_told_since_a_moment(bench: Bench) {
        let (files, _) = opened(&bench, "stopped").await;
        let start = bench.clock.now();
        assert!(stopped_since(&bench.store, start).await.unwrap().users.is_empty());

        let first = later(&bench);
        let set = move |tx: &mut store::Tx| -> Result<(bool, bool), StoreError> {
            let changed = clients::set_user_status(tx, &user("U00001"), UserStatus::Locked, first)?;
            Ok((changed, clients::set_user_status(tx, &user("U00001"), UserStatus::Locked, first)?))
        };
        assert_eq!(bench.store.write("lock", set).await.unwrap(), (true, false));

        let second = later(&bench);
        let disable = move |tx: &mut store::Tx| {
            clients::stop_client(tx, &"kolos-erp".parse().unwrap(), second)
        };
        assert!(bench.store.write("disable", disable).await.unwrap());
        let since_start = stopped_since(&bench.store, start).await.unwrap();
        assert_eq!(since_start.users, [user("U00001")]);
        assert_eq!(since_start.clients, ["kolos-erp".parse().unwrap()]);
        assert!(stopped_since(&bench.store, second).await.unwrap().users.is_empty());

        // The import states the status as well, and moves the moment only when it changes.
        let third = later(&bench);
        files.edit("users.csv", "ONLINE-USER,ACTIVE\nU00003", "ONLINE-USER,LOCKED\nU00003");
        files.import(&bench).await.unwrap();
        let now = stopped_since(&bench.store, start).await.unwrap();
        assert_eq!(now.users, [user("U00002")], "ivanova is active again, petrov is locked");
        assert!(now.clients.is_empty());
        later(&bench);
        files.edit("users.csv", "+79990000002", "+79990000099");
        files.import(&bench).await.unwrap();
        assert_eq!(stopped_since(&bench.store, third.plus_seconds(1)).await.unwrap().users, []);
        assert_eq!(stopped_since(&bench.store, third).await.unwrap().users, [user("U00002")]);
    }
}
