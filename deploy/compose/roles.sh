#!/bin/sh
# The three roles of docs/adr/0052, once, when the folder of the database is made. The image of PostgreSQL runs this as
# its superuser, before anybody can connect.
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
    --set migration="$(cat /run/secrets/migration)" --set serving="$(cat /run/secrets/serving)" <<'SQL'
create role clientbank_owner nologin;
create role clientbank_migration login in role clientbank_owner;
alter role clientbank_migration set role = clientbank_owner;
create role clientbank login;
create database clientbank owner clientbank_owner encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8' template template0;
alter role clientbank_migration password :'migration';
alter role clientbank password :'serving';
SQL
