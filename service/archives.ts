import { type ArchiveOptions, archiveOrders } from './archive/archive.ts';
import { Database } from './platform/database/database.ts';

export { checkArchive } from './archive/check.ts';

/**
 * Archives closed orders of a database.
 * @returns the number of archived orders
 * @throws Error with a sentence for people if the archive cannot go on
 */
export async function archive({
  databaseUrl,
  ...options
}: Omit<ArchiveOptions, 'database'> & { readonly databaseUrl: string }): Promise<number> {
  const database = new Database(databaseUrl, { connections: 2 });
  try {
    return await archiveOrders({ ...options, database });
  } finally {
    await database.close();
  }
}
