-- The settings that all processes of a bank share, as the first of them had them; no secrets.
create table shared_settings (
    name text not null primary key,
    value text not null
);
