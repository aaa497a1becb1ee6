-- expand
-- The event log becomes a table in partitions of about a month each (decision 117). Statements need no change.
call partition_table('event_log', 'id');
