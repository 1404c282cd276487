-- A client that is disabled takes along what was begun through it: codes that nobody has exchanged, and logins under way.
create index authorization_codes_by_client on authorization_codes (client_id) where redeemed_at_us is null;
create index login_interactions_by_client on login_interactions (client_id);
