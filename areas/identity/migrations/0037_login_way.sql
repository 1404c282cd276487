--@ expands
-- The proofs of a login whose company is still to be chosen: what the history of logins tells of it. Absent in logins that
-- were under way when the program was renewed.
alter table login_interactions add column login_way text;
