use clients::{User, UserStatus};

use super::{Candidate, Failure, is_shown};
use crate::person::credential::{StoredCredential, Verification};

const RIGHT: Verification = Verification::Right { outdated: false };

fn candidate(status: UserStatus) -> Candidate {
    let user = User {
        id: "U00001".parse().unwrap(),
        login: "ivanova".parse().unwrap(),
        full_name: "Иванова Анна Сергеевна".to_owned(),
        email: None,
        phone_number: None,
        roles: Vec::new(),
        status,
    };
    let credential =
        StoredCredential { password_hash: "hash".to_owned(), totp_secret_sealed: None, one_time_until: None };
    Candidate { user: Some(user), credential: Some(credential) }
}

#[test]
fn a_user_in_service_with_the_right_password_is_let_on() {
    assert!(candidate(UserStatus::Active).judge(RIGHT).is_ok());
}

#[test]
fn every_other_attempt_has_its_failure() {
    let without = Candidate { credential: None, ..candidate(UserStatus::Active) };
    for (candidate, verification, failure) in [
        (Candidate::default(), Verification::Wrong, Failure::UnknownUser),
        (Candidate::default(), RIGHT, Failure::UnknownUser),
        (candidate(UserStatus::Active), Verification::Wrong, Failure::WrongPassword),
        (candidate(UserStatus::Locked), Verification::Wrong, Failure::WrongPassword),
        (without, RIGHT, Failure::WrongPassword),
        (candidate(UserStatus::Locked), RIGHT, Failure::UserNotActive),
    ] {
        assert_eq!(candidate.judge(verification).err(), Some(failure), "{verification:?}");
    }
}

#[test]
fn a_login_that_reorders_what_people_read_is_not_shown() {
    assert!(is_shown("petrov"));
    for character in ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
        assert!(!is_shown(&format!("{character}petrov")), "{character:?}");
    }
}
