-- A person sees and ends the sessions of the own login: each tells where it was begun and when it was last used. A session
-- of the online bank that nobody uses ends before its time.
alter table authorization_codes add column address text;
alter table authorization_codes add column browser text;
alter table sessions add column address text;
alter table sessions add column browser text;
alter table sessions add column used_at_us bigint;
