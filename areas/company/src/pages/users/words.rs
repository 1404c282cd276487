//! Every sentence of the pages about users, in both languages. A field that one language lacks does not compile.

kernel::words! {
    pub(super) struct Words {
        users = "Сотрудники и права", "People and rights";
        users_lead = "Кто и что может делать от имени вашей компании.", "Who may do what on behalf of your company.";
        invitations = "Пригласить человека и посмотреть приглашения", "Invite a person, and see invitations";
        person = "Сотрудник", "Person";
        login = "Логин", "Login";
        rights = "Права", "Rights";
        status = "Состояние", "Status";
        you = "это вы", "you";
        works = "Работает", "In service";
        locked = "Заблокирован компанией", "Locked by the company";
        stopped = "Остановлен банком", "Stopped by the bank";
        no_rights = "нет прав", "no rights";
        roles = "Роли (назначает банк)", "Roles (given by the bank)";
        none = "нет", "none";
        scheme = "Схема подписей", "Signature scheme";
        scheme_lead =
            "Сколько подписей нужно документу компании, чтобы банк его исполнил. Один человек подписывает документ \
                один раз, если ниже не разрешено иное.",
            "How many signatures a document of the company needs before the bank carries it out. One person signs a \
                document once, unless allowed below.";
        scheme_now = "Сейчас нужно", "Needed now";
        /// The people cannot meet the scheme.
        scheme_unmet =
            "Сейчас в компании не хватает сотрудников с правом подписи, чтобы собрать все подписи по этой схеме. \
                Документы не будут исполняться, пока вы не дадите права или не измените схему.",
            "There are not enough people with the right to sign to give every signature of this scheme. Documents will \
                not be carried out until you give rights or change the scheme.";
        change_scheme = "Изменить схему", "Change the scheme";
        /// Consequence of a change for documents that wait.
        scheme_change_lead =
            "Документы, которые ждут подписей, будут подписываться уже по новой схеме. Если по новой схеме подписей в \
                документе уже достаточно, сам он не отправится: ведомость отправит на исполнение со своей страницы \
                тот, у кого есть право подписи. Если подписей станет нужно меньше или обе сможет дать один человек, \
                изменение подтверждает ещё один администратор или сотрудник с правом подписи.",
            "Documents that wait for signatures follow the new scheme from their next signature on. A document \
             that has enough signatures by the new scheme already is not sent by itself: somebody with the right \
             to sign sends a statement for execution from its page. A scheme that asks for fewer signatures, or lets \
             one person give both, is confirmed by another administrator or a person with the right to sign.";
        first = "Первых подписей", "First signatures";
        second = "Вторых подписей", "Second signatures";
        same_person =
            "Один человек может дать и первую, и вторую подпись",
            "One person may give both the first and the second signature";
        scheme_fault =
            "Укажите от 0 до 9\u{a0}подписей каждого вида, всего хотя бы одну.",
            "Enter 0 to 9 signatures of each type, at least one in all.";
        scheme_changed =
            "Схему только что изменил кто-то другой: выше та, что действует сейчас. Здесь ваши значения: сохраните ещё \
                раз, если верны они.",
            "Somebody else has just changed the scheme: the one in force is above. Your values are here: save again \
                when they are right.";
        save = "Сохранить", "Save";
        /// Instead of the forms, for the own person.
        own =
            "Свои права и блокировку меняет другой администратор компании или банк.",
            "Your own rights and lock are changed by another administrator of the company, or by the bank.";
        change_rights = "Что может делать", "What the person may do";
        /// Explanation of no right at all.
        rights_hint =
            "Если снять все отметки, сотрудник больше не сможет работать от имени компании и исчезнет из списка.",
            "With no box ticked the person may not act for the company any more and leaves the list.";
        without_act =
            "Без права «Работать от имени компании» остальные права ничего не дают. Отметьте и его.",
            "Without the right “Act for the company” the others mean nothing. Tick it too.";
        /// Signature or administration for a person whom the administrator has let in.
        own_invitation =
            "Этого человека пригласили вы, поэтому право подписи и права администратора даёт ему другой администратор. \
                Если его нет, обратитесь в банк.",
            "You invited this person, so another administrator gives signatures and administration. If there is none, \
                ask the bank.";
        /// Heading and button of the lock.
        lock = "Заблокировать", "Lock";
        lock_title = "Блокировка", "Lock";
        lock_lead =
            "Сотрудник сразу потеряет доступ к вашей компании: в интернет-банке и в программах. Права сохранятся до \
                разблокировки.",
            "The person loses access to your company at once: in the online bank and in software. The rights are kept \
                until the lock ends.";
        lock_question = "Заблокировать доступ сотрудника?", "Lock this person out?";
        unlock = "Разблокировать", "Unlock";
        unlock_lead =
            "Сотрудник снова получит перечисленные права и войдёт заново.",
            "The person gets these rights back and has to log in again.";
        /// The lock cannot end.
        too_many_companies =
            "Сотрудник уже работает с наибольшим числом компаний. Разблокировать можно, когда одна из них заберёт у \
                него права.",
            "The person works for as many companies as one may. The lock can end once one of them takes the rights \
                back.";
        done_rights = "Права изменены.", "The rights are changed.";
        done_locked = "Сотрудник заблокирован для вашей компании.", "The person is locked for your company.";
        /// After the end of the lock.
        done_unlocked = "Сотрудник снова работает.", "The person is in service again.";
        done_scheme = "Схема подписей изменена.", "The signature scheme is changed.";
        /// After every right was taken.
        done_left =
            "Сотрудник больше не работает от имени компании.",
            "The person does not act for the company any more.";
    }
}
