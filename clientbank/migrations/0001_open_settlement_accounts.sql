-- What treasury asks about accounts, answered by the accounts area of this program (docs/adr/0007): the companies with an
-- open settlement account, each as often as it has one. A migration of accounts that changes one of these columns has
-- to drop this view, and one of this tree makes it anew.
create view open_settlement_accounts (cnum) as
    select account.cnum from accounts account
    join ledger_accounts ledger on ledger.ledger_account_id = account.number
    where account.type = 1 and ledger.is_open;
