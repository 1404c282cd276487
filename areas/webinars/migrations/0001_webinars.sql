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
