-- The mail module: letters between a client and the bank.
create table letters (
    letter_id text not null primary key,
    cnum text not null,
    subject text not null,
    created_at_us bigint not null,
    -- When the last message was added: the order of the list.
    updated_at_us bigint not null
);

create index letters_by_update on letters (cnum, updated_at_us, letter_id);

create table letter_messages (
    letter_id text not null references letters (letter_id),
    number bigint not null check (number > 0),
    sender text not null check (sender in ('CLIENT', 'BANK')),
    author_user_id text,
    author_name text not null,
    body text not null,
    sent_at_us bigint not null,
    -- When somebody of the other side first opened it.
    seen_at_us bigint,
    primary key (letter_id, number)
);

-- What the client has not opened yet.
create index letter_messages_unseen on letter_messages (letter_id) where sender = 'BANK' and seen_at_us is null;

-- Answers that the bank imported, so that the same file twice sends them once.
create table letter_answers (
    answer_id text not null primary key,
    letter_id text not null references letters (letter_id),
    number bigint not null,
    foreign key (letter_id, number) references letter_messages (letter_id, number)
);
