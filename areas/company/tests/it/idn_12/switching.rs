//! A client is switched off and on, by its company and by the bank.

use http::StatusCode;
use store::params;
use testkit::{Bench, on_both_engines};

use super::{CLIENT, Rooms};
use crate::house::{Stopped, assert_error, set_stopped};
use crate::town::{Town, authorize};

const OFF: &str = "/bank/integrations/app-018f3b1c6f5e7a00800000000000000a/off";
const ON: &str = "/bank/integrations/app-018f3b1c6f5e7a00800000000000000a/on";

store::queries! {
    /// Switches a client off by hand, past what ends its access.
    SWITCHED_OFF_BY_HAND = "update oauth_clients set status = 'SWITCHED_OFF' where client_id = $1";
}

/// The bank stops the client, or lets it in.
async fn bank(rooms: &Rooms, stop: bool) {
    assert!(bank_tries(rooms, stop).await);
}

/// Does the same; false when nothing changes.
async fn bank_tries(rooms: &Rooms, stop: bool) -> bool {
    let Town { store, clock, .. } = &rooms.branch.town;
    set_stopped(store, clock, Stopped::Client(CLIENT), stop).await
}

on_both_engines! {
    async fn idn_12_what_is_switched_off_loses_everything_at_once(bench: Bench) {
        let (mut rooms, mut petrov, secret) = Rooms::with_client(&bench).await;
        let own = rooms.log_in(&bench, "petrov", CLIENT, &secret).await;
        let code = rooms.code("petrov", CLIENT).await;
        assert!(rooms.accepts(&own));
        assert_eq!(petrov.post(OFF, &[]).await.location(), format!("/bank/integrations/{CLIENT}?done=off"));
        rooms.branch.poll().await;
        assert!(!rooms.accepts(&own));
        assert_error(&rooms.refresh(&bench, &own.refresh, CLIENT, &secret).await, 401, "invalid_client");
        let path = authorize(&[("client_id", CLIENT), ("redirect_uri", super::CALLBACK)]);
        let refused = rooms.branch.browser().get(&path).await;
        assert_eq!(refused.parameter("error").as_deref(), Some("unauthorized_client"), "no login either");
        assert!(petrov.look(CLIENT).await.body.contains("Выключена"));
        // The session of the administrator is another client's and goes on.
        rooms.wait();
        assert_eq!(petrov.post(ON, &[]).await.location(), format!("/bank/integrations/{CLIENT}?done=on"));
        let again = petrov.post(ON, &[("answer", "spent")]).await;
        assert_eq!(again.location(), format!("/bank/integrations/{CLIENT}?done=on"), "a second press");
        rooms.branch.poll().await;
        assert!(!rooms.accepts(&own), "nothing comes back");
        assert_error(&rooms.refresh(&bench, &own.refresh, CLIENT, &secret).await, 400, "invalid_grant");
        assert_error(&rooms.exchange(&bench, &code, CLIENT, &secret).await, 400, "invalid_grant");
        rooms.branch.town.clock.advance_seconds(1);
        let new = rooms.log_in(&bench, "petrov", CLIENT, &secret).await;
        assert!(rooms.accepts(&new));
        let (off, on) = (rooms.trail("client.switched_off").await, rooms.trail("client.switched_on").await);
        assert_eq!((off.len(), on.len()), (1, 1));
    }

    async fn idn_12_what_was_switched_off_by_hand_gets_nothing_back_either(bench: Bench) {
        let (rooms, mut petrov, secret) = Rooms::with_client(&bench).await;
        let own = rooms.log_in(&bench, "petrov", CLIENT, &secret).await;
        let code = rooms.code("petrov", CLIENT).await;
        let store = &rooms.branch.town.store;
        store.write("by hand", |tx| tx.execute_one(&SWITCHED_OFF_BY_HAND, params![CLIENT])).await.unwrap();
        assert_eq!(petrov.post(ON, &[]).await.location(), format!("/bank/integrations/{CLIENT}?done=on"));
        assert_error(&rooms.refresh(&bench, &own.refresh, CLIENT, &secret).await, 400, "invalid_grant");
        assert_error(&rooms.exchange(&bench, &code, CLIENT, &secret).await, 400, "invalid_grant");
        let ended = rooms.trail("sessions.revoked").await;
        assert!(matches!(ended.as_slice(), [one] if one.contains("CLIENT_DISABLED")), "{ended:?}");
    }

    async fn idn_12_only_the_bank_lets_in_what_the_bank_stopped(bench: Bench) {
        let (rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        bank(&rooms, true).await;
        assert_eq!(petrov.post(ON, &[]).await.status, StatusCode::CONFLICT);
        let page = petrov.look(CLIENT).await;
        assert!(!page.body.contains(ON) && !page.body.contains(OFF), "{}", page.body);
        // Off, of an older page, does not take the bank's stop over; the client comes back switched off.
        for _press in 0..2 {
            assert_eq!(petrov.post(OFF, &[]).await.location(), format!("/bank/integrations/{CLIENT}?done=off"));
        }
        assert_eq!(petrov.post(ON, &[]).await.status, StatusCode::CONFLICT);
        bank(&rooms, false).await;
        assert!(petrov.look(CLIENT).await.body.contains("Выключена"));
        assert_eq!(rooms.trail("client.switched_off").await.len(), 1);
        // The bank stops what the company has switched off all the same.
        bank(&rooms, true).await;
        assert_eq!(petrov.post(ON, &[]).await.status, StatusCode::CONFLICT);
    }

    async fn idn_12_what_its_company_switched_off_comes_back_switched_off(bench: Bench) {
        let (rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        petrov.post(OFF, &[]).await;
        bank(&rooms, true).await;
        bank(&rooms, false).await;
        assert!(!bank_tries(&rooms, false).await, "told twice, it does not switch on what the company switched off");
        let path = authorize(&[("client_id", CLIENT), ("redirect_uri", super::CALLBACK)]);
        let refused = rooms.branch.browser().get(&path).await;
        assert_eq!(refused.parameter("error").as_deref(), Some("unauthorized_client"));
        // The bank stops it by a file: it is the same stop.
        let row = format!("{CLIENT},Зарплата 8.3,SPECIFICATION,{},C00001,DISABLED", super::CALLBACK);
        let file = format!("client_id,name,profile,redirect_uris,cnums,status\n{row}\n");
        rooms.branch.town.import(&[("oauth_clients.csv", &file)]).await;
        assert_eq!(petrov.post(ON, &[]).await.status, StatusCode::CONFLICT);
        bank(&rooms, false).await;
        assert!(petrov.look(CLIENT).await.body.contains("Выключена"));
        rooms.wait();
        assert_eq!(petrov.post(ON, &[]).await.location(), format!("/bank/integrations/{CLIENT}?done=on"));
        // A client that was in service comes back into it.
        bank(&rooms, true).await;
        bank(&rooms, false).await;
        assert!(petrov.look(CLIENT).await.body.contains(OFF));
    }

    async fn idn_12_switching_on_is_confirmed_and_switching_off_is_not(bench: Bench) {
        let (_rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        petrov.post(OFF, &[("answer", "")]).await;
        let refused = petrov.post(ON, &[("answer", "wrong")]).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.body.contains("switch-answer-fault"), "{}", refused.body);
        assert!(petrov.look(CLIENT).await.body.contains("Выключена"));
    }
}
