//! Every pair of states.

use super::RequestState as State;

#[test]
fn tar_03_these_arrows_exist_and_no_others() {
    let arrows = [
        (State::Unsigned, State::PartiallySigned),
        (State::Unsigned, State::Signed),
        (State::Unsigned, State::Cancelled),
        (State::PartiallySigned, State::Signed),
        (State::PartiallySigned, State::Cancelled),
        (State::Signed, State::Processing),
        (State::Signed, State::Cancelled),
        (State::Processing, State::Done),
        (State::Processing, State::Declined),
    ];
    for from in State::ALL {
        for to in State::ALL {
            assert_eq!(from.may_become(to), arrows.contains(&(from, to)), "{from} → {to}");
        }
    }
}

#[test]
fn tar_03_a_final_state_is_one_without_an_arrow() {
    for state in State::ALL {
        let leads_on = State::ALL.into_iter().any(|next| state.may_become(next));
        assert_eq!(state.is_final(), !leads_on, "{state}");
        assert_eq!(state.as_str().parse(), Ok(state));
    }
    assert!("unsigned".parse::<State>().is_err());
}
