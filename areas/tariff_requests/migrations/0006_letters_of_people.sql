-- Letters that people begin, with files.
--
-- A form carries a key that its page made up: sent twice, it writes one message. The key counts for its author alone,
-- so that nobody learns of the keys of others.
alter table letter_messages add column form_key text;
create unique index letter_messages_by_form on letter_messages (author_user_id, form_key) where form_key is not null;

-- The files of a message. Nothing updates or deletes them: they are as they were sent.
create table letter_attachments (
    attachment_id text not null primary key,
    letter_id text not null,
    number bigint not null,
    position bigint not null check (position > 0),
    file_name text not null,
    kind text not null,
    size_bytes bigint not null check (size_bytes > 0),
    pieces bigint not null check (pieces > 0),
    unique (letter_id, number, position),
    foreign key (letter_id, number) references letter_messages (letter_id, number)
);

-- The bytes of a file, in pieces of at most 256 KiB: a reader holds one piece at a time.
create table letter_attachment_pieces (
    attachment_id text not null references letter_attachments (attachment_id),
    piece bigint not null check (piece > 0),
    content bytea not null check (length(content) between 1 and 262144),
    primary key (attachment_id, piece)
);
