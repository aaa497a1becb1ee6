/** A table in partitions: each holds a range of ids. */
export interface PartitionedTable {
  readonly name: string;
  /** The column with the time of a row. */
  readonly time: string;
  /** The time that a partition is to hold, in seconds. */
  readonly span: number;
  /** The least number of ids of a partition: a small installation needs few partitions. */
  readonly least: number;
  /** A table whose partitions are ranges of the same ids, with the column that has them. */
  readonly companion: { readonly name: string; readonly key: string } | null;
}

const day = 86_400;

/** The timeline of everything. */
export const eventLog: PartitionedTable = {
  name: 'event_log',
  time: 'at',
  span: 30 * day,
  least: 1_000_000,
  companion: null,
};

export const ledger: PartitionedTable = { ...eventLog, name: 'inventorymovement', time: 'created_at' };

/** Deliveries of webhooks. Their log goes with them. */
export const deliveries: PartitionedTable = {
  name: 'webhookdelivery',
  time: 'created_at',
  span: day,
  least: 100_000,
  companion: { name: 'webhooklog', key: 'webhookdelivery_id' },
};

/** Decision 117 says why they are ranges of ids and not of times. */
export const partitionedTables: readonly PartitionedTable[] = [eventLog, ledger, deliveries];
