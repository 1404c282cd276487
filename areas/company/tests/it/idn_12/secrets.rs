//! Secrets are replaced with an overlap.

use http::StatusCode;
use kernel::Clock as _;
use testkit::{Bench, on_both_engines};

use super::{CLIENT, Rooms, SECOND_CLIENT, secret_on, shows_secret};
use crate::house::assert_error;

const PATH: &str = "/bank/integrations/app-018f3b1c6f5e7a00800000000000000a/secret";

on_both_engines! {
    async fn idn_12_both_secrets_work_until_the_moment_that_the_page_tells(bench: Bench) {
        let (rooms, mut petrov, old) = Rooms::with_client(&bench).await;
        let version = petrov.version(CLIENT).await;
        let page = petrov.post(PATH, &[("version", &version), ("overlap", "hour")]).await;
        let new = secret_on(&page);
        assert_ne!(old, new);
        let own = rooms.log_in(&bench, "petrov", CLIENT, &old).await;
        rooms.log_in(&bench, "petrov", CLIENT, &new).await;
        assert!(petrov.look(CLIENT).await.body.contains("Прежний секрет действует до"));
        rooms.branch.town.clock.advance_seconds(3_599);
        rooms.refresh(&bench, &own.refresh, CLIENT, &old).await;
        rooms.branch.town.clock.advance_seconds(1);
        assert_error(&rooms.refresh(&bench, &own.refresh, CLIENT, &old).await, 401, "invalid_client");
        rooms.wait();
        rooms.log_in(&bench, "petrov", CLIENT, &new).await;
        let mut petrov = rooms.petrov().await;
        assert!(!petrov.look(CLIENT).await.body.contains("Прежний секрет действует до"));
    }

    async fn idn_12_the_administrator_ends_the_overlap_at_once(bench: Bench) {
        let (rooms, mut petrov, old) = Rooms::with_client(&bench).await;
        let version = petrov.version(CLIENT).await;
        let new = secret_on(&petrov.post(PATH, &[("version", &version), ("overlap", "month")]).await);
        let version = petrov.version(CLIENT).await;
        let ended = petrov.post(&format!("{PATH}/end"), &[("version", &version)]).await;
        assert_eq!(ended.location(), format!("/bank/integrations/{CLIENT}?done=ended"));
        let code = rooms.code("petrov", CLIENT).await;
        assert_error(&rooms.exchange(&bench, &code, CLIENT, &old).await, 401, "invalid_client");
        rooms.wait();
        rooms.log_in(&bench, "petrov", CLIENT, &new).await;
        // Sent again, it has nothing to end.
        let again = petrov.post(&format!("{PATH}/end"), &[("version", &version)]).await;
        assert_eq!(again.location(), ended.location());
        assert_eq!(rooms.trail("client.previous_secret_ended").await.len(), 1);
        assert_eq!(rooms.trail("client.secret_replaced").await.len(), 1);
    }

    async fn idn_12_the_overlap_of_another_client_goes_on(bench: Bench) {
        const OVERLAP: &str = "Прежний секрет действует до";
        let (_rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        petrov.register_second().await;
        for client in [CLIENT, SECOND_CLIENT] {
            let version = petrov.version(client).await;
            let path = format!("/bank/integrations/{client}/secret");
            secret_on(&petrov.post(&path, &[("version", &version), ("overlap", "month")]).await);
        }
        let version = petrov.version(CLIENT).await;
        let ended = petrov.post(&format!("{PATH}/end"), &[("version", &version)]).await;
        assert_eq!(ended.location(), format!("/bank/integrations/{CLIENT}?done=ended"));
        assert!(!petrov.look(CLIENT).await.body.contains(OVERLAP));
        assert!(petrov.look(SECOND_CLIENT).await.body.contains(OVERLAP));
        assert_ne!(petrov.version(CLIENT).await, version, "a form of before changes nothing");
    }

    async fn idn_12_an_older_page_does_not_end_the_secret_that_has_become_the_previous_one(bench: Bench) {
        let (rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        let version = petrov.version(CLIENT).await;
        let in_use = secret_on(&petrov.post(PATH, &[("version", &version), ("overlap", "month")]).await);
        let shown = petrov.version(CLIENT).await;
        rooms.wait();
        petrov.post(PATH, &[("version", &shown), ("overlap", "month")]).await;
        let late = petrov.post(&format!("{PATH}/end"), &[("version", &shown)]).await;
        assert_eq!(late.status, StatusCode::CONFLICT);
        rooms.log_in(&bench, "petrov", CLIENT, &in_use).await;
        assert!(rooms.trail("client.previous_secret_ended").await.is_empty());
    }

    async fn idn_12_without_an_overlap_the_old_secret_stops_at_once(bench: Bench) {
        let (rooms, mut petrov, first) = Rooms::with_client(&bench).await;
        let version = petrov.version(CLIENT).await;
        let second = secret_on(&petrov.post(PATH, &[("version", &version), ("overlap", "week")]).await);
        rooms.branch.town.clock.advance_seconds(1);
        let version = petrov.version(CLIENT).await;
        let third = secret_on(&petrov.post(PATH, &[("version", &version), ("overlap", "none")]).await);
        let replaced_at = rooms.branch.town.clock.now();
        for gone in [first, second] {
            let code = rooms.code("petrov", CLIENT).await;
            assert_error(&rooms.exchange(&bench, &code, CLIENT, &gone).await, 401, "invalid_client");
            rooms.wait();
        }
        rooms.log_in(&bench, "petrov", CLIENT, &third).await;
        let directory = clients::Directory::new(rooms.branch.town.store.clone());
        let client = directory.find_client(&CLIENT.parse().unwrap()).await.unwrap().unwrap();
        assert_eq!(client.secrets.set_at, Some(replaced_at));
    }

    async fn idn_12_a_replacement_sent_again_mints_nothing(bench: Bench) {
        let (rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        let version = petrov.version(CLIENT).await;
        let fields = [("version", version.as_str()), ("overlap", "none")];
        let mut wrong = fields.to_vec();
        wrong.push(("answer", "wrong"));
        let failed = petrov.post(PATH, &wrong).await;
        assert_eq!(failed.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(failed.body.contains("<option value=\"none\" selected>"), "{}", failed.body);
        rooms.wait();
        let secret = secret_on(&petrov.post(PATH, &fields).await);
        let again = petrov.post(PATH, &fields).await;
        assert_eq!(again.status, StatusCode::CONFLICT);
        assert!(!shows_secret(&again), "{}", again.body);
        rooms.log_in(&bench, "petrov", CLIENT, &secret).await;
        for (field, value) in [("version", "x"), ("version", ""), ("overlap", "year"), ("overlap", "")] {
            let fields = [("version", "3"), ("overlap", "none")].map(|(name, present)| {
                (name, if name == field { value } else { present })
            });
            assert_eq!(petrov.post(PATH, &fields).await.status, StatusCode::BAD_REQUEST, "{field} {value}");
        }
    }

    async fn idn_12_the_banks_own_secret_ends_both(bench: Bench) {
        let (rooms, mut petrov, first) = Rooms::with_client(&bench).await;
        let version = petrov.version(CLIENT).await;
        let second = secret_on(&petrov.post(PATH, &[("version", &version), ("overlap", "month")]).await);
        let file = format!(
            "client_id,name,secret,redirect_uris,cnums\n\
             {CLIENT},Payroll,a secret of the bank with 32 characters,{},C00001\n",
            super::CALLBACK
        );
        rooms.branch.town.import(&[("oauth_clients.csv", &file)]).await;
        for gone in [first, second] {
            let code = rooms.code("petrov", CLIENT).await;
            assert_error(&rooms.exchange(&bench, &code, CLIENT, &gone).await, 401, "invalid_client");
            rooms.wait();
        }
    }
}
