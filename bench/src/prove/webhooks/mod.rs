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

pub(super) fn run(program: &Path, ground: &Ground) -> Outcome<()> {
    ground.each("webhooks", |processes, cluster| {
        rounds::run(&mut Fleet::start(program, processes, cluster.map(Cluster::url))?, ground)
    })
}
