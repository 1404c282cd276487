//! Every state with every event.

use super::{IllegalTransition, RequestEvent as Event, RequestState as State};

const EVENTS: [Event; 6] = [
    Event::SignatureGiven { is_last: false },
    Event::SignatureGiven { is_last: true },
    Event::Began,
    Event::CarriedOut,
    Event::Refused,
    Event::Cancelled,
];

#[test]
fn tar_03_these_arrows_exist_and_no_others() {
    let [partly, fully, began, done, refused, cancelled] = EVENTS;
    let arrows = [
        (State::Unsigned, partly, State::PartiallySigned),
        (State::Unsigned, fully, State::Signed),
        (State::Unsigned, cancelled, State::Cancelled),
        (State::PartiallySigned, fully, State::Signed),
        (State::PartiallySigned, cancelled, State::Cancelled),
        (State::Signed, began, State::Processing),
        (State::Signed, cancelled, State::Cancelled),
        (State::Processing, done, State::Done),
        (State::Processing, refused, State::Declined),
    ];
    for from in State::ALL {
        for event in EVENTS {
            let arrow = arrows.iter().find(|arrow| (arrow.0, arrow.1) == (from, event));
            let expected = arrow.map(|arrow| arrow.2).ok_or(IllegalTransition { state: from, event });
            assert_eq!(from.after(event), expected, "{from}, {event:?}");
        }
    }
}

#[test]
fn tar_03_a_final_state_is_one_without_an_arrow() {
    for state in State::ALL {
        let leads_on = EVENTS.into_iter().any(|event| state.after(event).is_ok());
        assert_eq!(state.is_final(), !leads_on, "{state}");
        assert_eq!(state.as_str().parse(), Ok(state));
    }
    assert!("unsigned".parse::<State>().is_err());
}
