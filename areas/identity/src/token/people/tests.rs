use clients::{User, UserStatus};
use kernel::Instant;

use super::Refreshing;
use crate::token::refresh::RefreshState;
use crate::token::session::{EndReason, Session};

const NOW: Instant = Instant::from_unix_seconds(1_000);

fn refreshing() -> Refreshing {
    let session = Session {
        id: "019aa403-9200-7001-8000-000000000002".parse().unwrap(),
        client: "erp".parse().unwrap(),
        user: "U00001".parse().unwrap(),
        company: "C00001".parse().unwrap(),
        scope: "openid".to_owned(),
        max_age_s: None,
        authenticated_at: NOW,
        expires_at: NOW.plus_seconds(60),
        refresh: RefreshState { hash: [0; 32], previous: None, generation: 0 },
        ended: None,
    };
    let person = User {
        id: session.user.clone(),
        login: "ivanova".parse().unwrap(),
        full_name: "Иванова Анна Сергеевна".to_owned(),
        email: None,
        phone_number: None,
        roles: Vec::new(),
        status: UserStatus::Active,
    };
    Refreshing { session, counted: None, person, may_act: true }
}

#[test]
fn a_session_is_open_to_its_client_while_everything_holds() {
    let (own, other) = ("erp".parse().unwrap(), "shop".parse().unwrap());
    assert!(refreshing().is_open_to(&own, NOW));
    assert!(!refreshing().is_open_to(&other, NOW), "of another client");
    assert!(!refreshing().is_open_to(&own, NOW.plus_seconds(60)), "expired");
    let closings: [fn(&mut Refreshing); 3] = [
        |refreshing| refreshing.session.ended = Some((NOW, EndReason::Logout)),
        |refreshing| refreshing.person.status = UserStatus::Locked,
        |refreshing| refreshing.may_act = false,
    ];
    for (number, close) in closings.into_iter().enumerate() {
        let mut closed = refreshing();
        close(&mut closed);
        assert!(!closed.is_open_to(&own, NOW), "closing {number}");
    }
}
