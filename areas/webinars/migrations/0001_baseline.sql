create table webinars (
    webinar_id text not null primary key,
    publish_at_us bigint not null,
    start_at_us bigint not null,
    finish_at_us bigint not null,
    title_ru text not null,
    title_en text not null,
    body_ru text not null,
    body_en text not null,
    image_path text not null,
    button_label_ru text,
    button_label_en text,
    button_url text,
    accent_color text not null,
    background_color text not null,
    content_background_color text not null,
    -- A JSON array, because attachments are only ever read together with their webinar.
    attachments text not null,
    check (finish_at_us > start_at_us),
    -- A button is whole or absent.
    check ((button_url is null) = (button_label_ru is null) and (button_url is null) = (button_label_en is null))
);

-- The order of every list.
create index webinars_by_start on webinars (start_at_us desc, webinar_id);

-- Who has read what: a row makes `new` false for that user.
create table webinar_reads (
    user_id text not null,
    webinar_id text not null references webinars (webinar_id),
    read_at_us bigint not null,
    primary key (user_id, webinar_id)
);

-- Which state of the webinars this is. Every change of a webinar, whoever makes it, counts it up in the same unit of
-- work, so that what a process has kept of one state is never taken for another.
create table webinar_catalogue (
    catalogue_id bigint not null primary key check (catalogue_id = 1),
    version bigint not null
);

insert into webinar_catalogue (catalogue_id, version) values (1, 1);

--@ sqlite
create trigger webinars_count_insert after insert on webinars
begin
    update webinar_catalogue set version = version + 1;
end;

create trigger webinars_count_update after update on webinars
begin
    update webinar_catalogue set version = version + 1;
end;

create trigger webinars_count_delete after delete on webinars
begin
    update webinar_catalogue set version = version + 1;
end;

--@ postgres
-- Once for each transaction, because a row that a transaction has changed a thousand times takes a thousand steps to
-- change once more. The setting ends with the transaction, and with a savepoint that is rolled back.
create function webinar_catalogue_count() returns trigger language plpgsql as $body$
begin
    if coalesce(current_setting('clientbank.webinars_counted', true), '') = '' then
        update webinar_catalogue set version = version + 1;
        perform set_config('clientbank.webinars_counted', 'yes', true);
    end if;
    return null;
end;
$body$;

create trigger webinars_count_change after insert or update or delete on webinars
    for each row execute function webinar_catalogue_count();

create trigger webinars_count_truncate after truncate on webinars
    for each statement execute function webinar_catalogue_count();
