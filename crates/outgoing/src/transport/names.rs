//! The look-up of names.

use std::fmt::Debug;
use std::io;
use std::net::SocketAddr;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::net::lookup_host;

/// The source of the network addresses of a name, which others may change at any moment.
pub trait Names: Debug + Send + Sync {
    fn look_up<'a>(&'a self, name: &'a str, port: u16) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>>;
}

/// The names that the machine knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamesOfTheMachine;

impl Names for NamesOfTheMachine {
    fn look_up<'a>(&'a self, name: &'a str, port: u16) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>> {
        async move { Ok(lookup_host((name, port)).await?.collect()) }.boxed()
    }
}
