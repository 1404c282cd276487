//! Proof that no event is lost, whatever dies when and however receivers behave (requirements EVT-01, EVT-02, OPS-05).
//!
//! Statements, tariff requests and messages with certificates change their states while processes die (`SIGKILL`) or
//! sleep beyond their leases (`SIGSTOP`). Three webhooks are told of everything: one takes each delivery, one refuses,
//! hangs up and hangs now and then, one never answers. Somebody reads the list of events meanwhile. Behind each hundred
//! deaths, and in the end, everything is taken, and the database's own histories, the events, the list and what came to
//! each receiver since the beginning are compared.

mod comparison;
mod desk;
mod ending;
mod endpoint;
mod histories;
mod reader;
mod receiver;
mod rounds;

use std::path::Path;

use testkit::postgres::Cluster;

use super::Ground;
use super::fleet::Fleet;
use crate::outcome::Outcome;

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct WebhooksArguments {
    /// Deaths and stops per engine.
    #[arg(long, default_value_t = 100)]
    rounds: u32,
    #[command(flatten)]
    ground: Ground,
}

/// Runs the proof on the engines that are asked for.
pub(super) fn run(program: &Path, arguments: &WebhooksArguments) -> Outcome<()> {
    arguments.ground.each("webhooks", arguments.rounds, |processes, cluster| {
        rounds::run(&mut Fleet::start(program, processes, cluster.map(Cluster::url))?, arguments)
    })
}
