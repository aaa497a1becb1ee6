-- expand
-- Finds the first row of a workflow: a claim takes a row only together with, or after, the earlier ones of its workflow.
create index concurrently outbox_workflow on outbox (workflow_id, id);
