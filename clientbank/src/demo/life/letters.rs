//! Letters: answered and read, answered and new, and not answered yet.

use bytes::Bytes;
use tariff_requests::attachment::NewAttachment;
use tariff_requests::letter::Typed;
use tariff_requests::work::open_letter::open_letter;
use tariff_requests::work::send_letter::begin_letter;
use uuid::Uuid;

use super::files::import_file;
use super::{LifeError, People, Person, Scene};

pub(super) async fn live(scene: &Scene<'_>, people: &People) -> Result<(), LifeError> {
    let People { ivanova, petrov, sidorov, .. } = people;
    let card =
        "Здравствуйте! У нас сменился главный бухгалтер. Какие документы нужны для новой карточки подписей?";
    let card = begin(scene, ivanova, "Карточка с образцами подписей", card, None).await?;
    let limit = "Просим увеличить лимит по зарплатному проекту. Список новых сотрудников приложен.";
    let staff =
        ("Новые сотрудники.csv", "Фамилия;Имя;Отдел\r\nБондаренко;Анна;Склад\r\nВасиленко;Вера;Офис\r\n");
    let limit = begin(scene, petrov, "Лимит зарплатного проекта", limit, Some(staff)).await?;
    let rate = "Подскажите, по какому курсу вы покупаете юани у юридических лиц и нужна ли заявка заранее?";
    begin(scene, ivanova, "Курс покупки юаней", rate, None).await?;
    let terminal = "Хотим принимать оплату картами на ярмарке. Можно ли взять терминал на неделю?";
    let terminal = begin(scene, sidorov, "Терминал на неделю", terminal, None).await?;
    let answers = format!(
        "answer_id,letter_id,body\n\
         DEMO-1,{card},Добрый день! Нужны приказ о назначении и паспорт. Приходите в отделение без записи.\n\
         DEMO-2,{limit},Лимит увеличен с сегодняшнего дня. Список получили; спасибо!\n\
         DEMO-3,{terminal},Можно. Напишите даты и адрес: привезём и настроим.\n"
    );
    import_file(scene, "letter_answers", &answers).await?;
    open_letter(&scene.tariffs, &ivanova.cnum, card).await?;
    Ok(())
}

async fn begin(
    scene: &Scene<'_>,
    who: &Person,
    subject: &str,
    body: &str,
    file: Option<(&str, &'static str)>,
) -> Result<Uuid, LifeError> {
    let file =
        file.map(|(name, text)| NewAttachment::new(name.to_owned(), Bytes::from_static(text.as_bytes())));
    let typed = Typed {
        form: scene.surroundings.randomness.uuid(scene.surroundings.clock.now()),
        body: body.to_owned(),
        files: file.transpose()?.into_iter().collect(),
    };
    Ok(begin_letter(&scene.tariffs, &who.viewer(), &who.cnum, subject.to_owned(), typed).await?)
}
