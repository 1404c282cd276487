//! The frame of every area, driven through routers and through sockets.

mod bodies;
mod frame;
mod json;
mod kept_connections;
mod kept_forms;
mod listening;
mod mistakes;
mod online_bank;
mod query;
mod rates;
mod slots;
mod sockets;
mod support;
mod tokens;
