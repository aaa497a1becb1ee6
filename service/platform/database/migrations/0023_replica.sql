-- expand
-- The primary whose history this database has: the time at which its server started, which no other server has.
--
-- A replica has the row of the primary that it follows. After a failover the new primary writes its own time. A replica that was
-- ahead of the new primary, or was restored from elsewhere, can never have that row, whatever its position in the write-ahead log is.
alter table installation add column primary_started_at timestamptz;
