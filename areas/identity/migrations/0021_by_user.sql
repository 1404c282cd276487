-- A new password ends what its user has under way: codes that nobody has exchanged, and logins in which something was
-- proved already.
create index authorization_codes_by_user on authorization_codes (user_id) where redeemed_at_us is null;
create index login_interactions_by_user on login_interactions (user_id) where user_id is not null;
