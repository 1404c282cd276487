//! BNK-09: the list of what people have to do leaves out what nobody can do any more.

use kernel::Instant;
use proposals::{OperatorRole, Proposal, ProposalState};

use super::is_waiting;

#[test]
fn bnk_09_a_proposal_that_has_ended_waits_for_nobody() {
    let at = Instant::from_unix_seconds;
    let proposal = |state| Proposal {
        number: 1,
        role: OperatorRole::Registry,
        content: String::new(),
        sha256: [0; 32],
        difference: String::new(),
        reason: String::new(),
        made_by: "petrova".to_owned(),
        made_at: at(0),
        made_signature: Vec::new(),
        ends_at: at(100),
        state,
        decided: None,
        carried_out: None,
    };
    let waiting = |seconds| {
        let waits = |state: &ProposalState| is_waiting(&proposal(*state), at(seconds));
        ProposalState::ALL.into_iter().filter(waits).collect::<Vec<_>>()
    };
    assert_eq!(waiting(99), [ProposalState::Open, ProposalState::Approved, ProposalState::BrokenGlass]);
    assert_eq!(
        waiting(100),
        [ProposalState::BrokenGlass],
        "at the moment of its end nobody decides any more"
    );
}
