-- expand
-- The ledger too, in a transaction of its own: operations write the ledger before the event log, and would wait for each other.
call partition_table('inventorymovement', 'id');
