--@ expands
-- What is remarkable of rows that were taken, a line each, and the number of such rows.
alter table import_files add column remarked_count bigint not null default 0;
alter table import_files add column remarks text not null default '';
