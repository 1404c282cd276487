//! The peer of every read: an axum handler that returns the same bytes and does nothing else.

use std::path::Path;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;

use crate::outcome::Outcome;

/// Serves the bytes of `body` at every path of a free port until the process is ended; prints the address it got.
pub(crate) async fn serve(body: &Path) -> Outcome<()> {
    let bytes = axum::body::Bytes::from(std::fs::read(body)?);
    let router = Router::new().route(
        "/{*path}",
        get(move || {
            let bytes = bytes.clone();
            async move { ([(CONTENT_TYPE, "application/json")], bytes) }
        }),
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    axum::serve(listener, router).await?;
    Ok(())
}
