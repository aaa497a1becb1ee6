import { type ArchiveOptions, archiveOrders } from './archive/archive.ts';
import { type Rewritten, rewritePartitions } from './archive/rewrite-partitions.ts';
import { Database } from './platform/database/database.ts';

export { checkArchive } from './archive/check.ts';

/**
 * Archives closed orders of a database, and gives the space of their events and movements back to the disk.
 * @returns the number of archived orders, and the partitions that were written anew
 * @throws Error with a sentence for people if the archive cannot go on
 */
export async function archive({
  databaseUrl,
  ...options
}: Omit<ArchiveOptions, 'database'> & { readonly databaseUrl: string }): Promise<{
  orders: number;
  rewritten: Rewritten[];
}> {
  const database = new Database(databaseUrl, { connections: 2 });
  try {
    const orders = await archiveOrders({ ...options, database });
    return { orders, rewritten: await rewritePartitions(database) };
  } finally {
    await database.close();
  }
}
