//! Tariff requests in every state that lasts. C00001 is left free to ask for a plan: its request is done, and the
//! change that follows from it waits for its cancellation.

use tariff_requests::request::RequestId;
use tariff_requests::wish::Wish;
use tariff_requests::work::choose_plan::offer;
use tariff_requests::work::create::create;
use tariff_requests::work::sign::sign_by_confirmation;
use tariff_requests::work::withdraw::withdraw;

use super::{LifeError, People, Person, Scene};

pub(super) async fn live(scene: &Scene<'_>, people: &People) -> Result<(), LifeError> {
    let People { ivanova, petrov, sidorov, .. } = people;
    // DONE, and the cancellation of what follows from it: PARTIALLY_SIGNED.
    let done = ask_for(scene, ivanova, "GROWTH").await?;
    sign(scene, ivanova, done).await?;
    sign(scene, petrov, done).await?;
    // DECLINED: the company has this plan.
    let declined = ask_for(scene, sidorov, "START").await?;
    sign(scene, sidorov, declined).await?;
    scene.work().await?;
    let planned = offer(&scene.tariffs, &ivanova.viewer(), &ivanova.cnum).await?.future;
    let planned = planned.ok_or("no change lies ahead of C00001")?;
    let cancelled = ask(scene, ivanova, Wish::Cancel(planned.id)).await?;
    sign(scene, ivanova, cancelled).await?;
    // CANCELLED: withdrawn before the bank has begun.
    let withdrawn = ask_for(scene, sidorov, "PRO").await?;
    sign(scene, sidorov, withdrawn).await?;
    withdraw(&scene.tariffs, &sidorov.viewer(), &sidorov.cnum, withdrawn).await?;
    // UNSIGNED.
    ask_for(scene, sidorov, "GROWTH").await?;
    scene.work().await
}

async fn ask_for(scene: &Scene<'_>, who: &Person, plan: &str) -> Result<RequestId, LifeError> {
    ask(scene, who, Wish::Change(Some(plan.parse()?))).await
}

async fn ask(scene: &Scene<'_>, who: &Person, wish: Wish) -> Result<RequestId, LifeError> {
    let language = kernel::Language::Russian;
    Ok(create(&scene.tariffs, &who.viewer(), &who.cnum, wish, language).await?.request.id)
}

async fn sign(scene: &Scene<'_>, who: &Person, id: RequestId) -> Result<(), LifeError> {
    sign_by_confirmation(&scene.tariffs, &who.viewer(), &who.cnum, id, None).await?;
    Ok(())
}
