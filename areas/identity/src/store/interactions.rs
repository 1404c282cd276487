//! Logins under way in their table.

use kernel::{ClientId, Instant, Language, UserId};
use store::{Result, Row, Selected as _, Tx, Value, params};

use crate::login::authorize_request::{AuthorizeRequest, ReturnedState};
use crate::login::interaction::{Destination, INTERACTION_S, Interaction, Known, Stage};
use crate::login::login_history::LoginWay;
use crate::token::online_bank::ONLINE_BANK_CLIENT;
use crate::token::session::Holder;

store::selected! {
    Interaction |row| (
        client: "i.client_id", redirect_uri: "i.redirect_uri", request: AuthorizeRequest, name: "i.stage",
        user: "i.user_id", authenticated_at: "i.authenticated_at_us", way: "i.login_way",
        one_time_until: "c.one_time_until_us",
    ) {
        hash: "i.interaction_hash", browser_hash: "i.browser_hash", language: "i.language",
        expires_at: "i.expires_at_us";
        destination: destination(client, redirect_uri, request).map_err(|error| row.inconsistency("client_id", error))?,
        stage: stage(row, name, (user, authenticated_at, way), one_time_until)?,
    }
    AuthorizeRequest as "i" (returned: "state") {
        scope, nonce, code_challenge, max_age_s;
        state: Option::map(returned, ReturnedState::from_stored),
    }
}

store::queries! {
    /// Writes a login whose password was right; changes nothing when another request was quicker.
    pub INTERACTION_BEGIN = "insert into login_interactions (interaction_hash, browser_hash, client_id, redirect_uri, \
        scope, state, nonce, code_challenge, max_age_s, language, stage, user_id, authenticated_at_us, created_at_us, \
        expires_at_us, login_way) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) \
        on conflict (interaction_hash) do nothing";
    pub INTERACTION_BY_HASH = store::text!("select ", Interaction::LIST, " from login_interactions i \
        left join user_credentials c on c.user_id = i.user_id where i.interaction_hash = $1");
    /// Moves a login from one stage to the next; changes nothing when another request was quicker.
    pub INTERACTION_ADVANCE = "update login_interactions set stage = $3, user_id = $4, authenticated_at_us = $5, \
        login_way = $6 \
        where interaction_hash = $1 and stage = $2";
    pub INTERACTION_LANGUAGE = "update login_interactions set language = $2 where interaction_hash = $1";
    /// Ends the logins in which a user has proved something already.
    pub INTERACTIONS_OF_USER_END = "delete from login_interactions where user_id = $1";
    pub INTERACTIONS_OF_USER_END_OTHERS = "delete from login_interactions \
        where user_id = $1 and interaction_hash <> $2";
    pub INTERACTIONS_OF_CLIENT_END = "delete from login_interactions where client_id = $1";
    /// Forgets logins that nobody needs any more.
    pub INTERACTIONS_PRUNE = "delete from login_interactions where interaction_hash in (select interaction_hash \
        from login_interactions where expires_at_us < $1 order by expires_at_us limit $2)";
}

/// Returns the login named by the secret whose hash is `hash`.
pub fn find(tx: &mut Tx, hash: &str) -> Result<Option<Interaction>> {
    tx.select_optional(&INTERACTION_BY_HASH, params![hash])
}

/// Moves a login to `next`. `false` when it is no longer at `interaction.stage`: another request was quicker. Before
/// the password was right there is no row, and this writes it.
pub fn advance(tx: &mut Tx, interaction: &Interaction, next: &Stage) -> Result<bool> {
    let (user, authenticated_at, way) = match next {
        Stage::Password | Stage::Finished => (Value::Null, Value::Null, Value::Null),
        Stage::SecondFactor { user } => (user.into(), Value::Null, Value::Null),
        Stage::Company(Known { user, authenticated_at, way })
        | Stage::NewPassword(Known { user, authenticated_at, way }) => {
            (user.into(), (*authenticated_at).into(), way.map(LoginWay::as_str).into())
        }
    };
    let hash = interaction.hash.as_str();
    if interaction.stage != Stage::Password {
        let values = params![hash, interaction.stage.name(), next.name(), user, authenticated_at, way];
        return Ok(tx.execute(&INTERACTION_ADVANCE, values)? == 1);
    }
    // The online bank asks for no scopes and gets no code.
    let (redirect_uri, request) = match &interaction.destination {
        Destination::Client { redirect_uri, request, .. } => (redirect_uri, Some(request)),
        Destination::OnlineBank { next } => (next, None),
    };
    let values = params![
        hash,
        interaction.browser_hash.as_str(),
        interaction.destination.client_name(),
        redirect_uri.as_str(),
        request.map_or("", |request| request.scope.as_str()),
        request.and_then(|request| request.state.as_ref()).map(|state| state.encoded().to_owned()),
        request.and_then(|request| request.nonce.clone()),
        request.map_or("", |request| request.code_challenge.as_str()),
        request.and_then(|request| request.max_age_s).map(i64::from),
        interaction.language.tag(),
        next.name(),
        user,
        authenticated_at,
        interaction.expires_at.plus_seconds(-INTERACTION_S),
        interaction.expires_at,
        way,
    ];
    Ok(tx.execute(&INTERACTION_BEGIN, values)? == 1)
}

/// Ends the logins under way in which a user has proved something already, or those through a client.
pub fn end_of(tx: &mut Tx, holder: Holder<'_>) -> Result<()> {
    let query = holder.pick(&INTERACTIONS_OF_USER_END, &INTERACTIONS_OF_CLIENT_END);
    tx.execute(query, params![holder.object().1]).map(drop)
}

/// Ends the logins under way as [`end_of`] does, but for the one whose secret has the hash `kept`.
pub fn end_others_of_user(tx: &mut Tx, user: &UserId, kept: &str) -> Result<()> {
    tx.execute(&INTERACTIONS_OF_USER_END_OTHERS, params![user, kept]).map(drop)
}

/// Switches the language of a login that has a row.
pub fn set_language(tx: &mut Tx, hash: &str, language: Language) -> Result<()> {
    tx.execute(&INTERACTION_LANGUAGE, params![hash, language.tag()]).map(drop)
}

fn destination(
    client: &str,
    redirect_uri: String,
    request: AuthorizeRequest,
) -> Result<Destination, <ClientId as std::str::FromStr>::Err> {
    if client == ONLINE_BANK_CLIENT {
        return Ok(Destination::OnlineBank { next: redirect_uri });
    }
    Ok(Destination::Client { client: client.parse()?, redirect_uri, request: Box::new(request) })
}

fn stage(
    row: &Row,
    name: &str,
    (user, authenticated_at, way): (Option<UserId>, Option<Instant>, Option<LoginWay>),
    one_time_until: Option<Instant>,
) -> Result<Stage> {
    let user = || user.ok_or_else(|| row.inconsistency("user_id", "absent after the password"));
    let absent = || row.inconsistency("authenticated_at_us", "absent after the last proof");
    match name {
        "PASSWORD" => Ok(Stage::Password),
        "SECOND_FACTOR" => Ok(Stage::SecondFactor { user: user()? }),
        "COMPANY" => {
            let known = Known { user: user()?, authenticated_at: authenticated_at.ok_or_else(absent)?, way };
            Ok(if one_time_until.is_some() { Stage::NewPassword(known) } else { Stage::Company(known) })
        }
        "FINISHED" => Ok(Stage::Finished),
        other => Err(row.inconsistency("stage", format!("no such stage: {other}"))),
    }
}
