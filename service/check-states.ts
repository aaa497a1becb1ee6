import { sql } from 'kysely';
import type { Database } from './platform/database/database.ts';
import { operationNames } from './platform/database/operation.ts';
import { migrationFiles } from './platform/database/schema/migration-file.ts';
import { appliedMigrations } from './platform/database/schema/schema-version.ts';
import { kinds } from './platform/states/kinds.ts';
import { allStates } from './platform/states/states.ts';

/**
 * Checks the tables of states after the program is loaded: they name existing operations, and their states and kinds are those
 * of the database. The schema of a newer build may have further ones, which this build does not use.
 * @throws Error with all differences; the program does not start then
 */
export async function checkStates(database: Database): Promise<void> {
  const faults = [...unknownOperations(), ...(await differences(database))];
  if (faults.length > 0) throw new Error(`The tables of states have faults:\n  ${faults.join('\n  ')}`);
}

function unknownOperations(): string[] {
  return allStates.flatMap(({ table }) =>
    Object.entries(table.moves).flatMap(([move, { by }]) =>
      by
        .filter((name) => !operationNames.has(name))
        .map((name) => `${table.kind}: ${move} names the unknown operation ${name}`),
    ),
  );
}

async function differences(database: Database): Promise<string[]> {
  const expected: Record<string, Record<string, number>> = { ...kinds };
  for (const { table, id } of allStates) expected[table.constants] = id;
  const isNewer = await hasNewerSchema(database);
  const faults = await Promise.all(
    Object.entries(expected).map(async ([constants, ids]) => {
      const { rows } = await sql<{ id: number; name: string }>`select id, name from ${sql.table(constants)}`.execute(
        database.readPool,
      );
      const idsInDatabase = new Map(rows.map((row) => [letters(row.name), row.id]));
      const different = Object.entries(ids)
        .filter(([name, id]) => idsInDatabase.get(letters(name)) !== id)
        .map(
          ([name, id]) =>
            `${constants}: ${name} is ${id} in the program and ${idsInDatabase.get(letters(name)) ?? 'missing'} in the database`,
        );
      const known = new Set(Object.keys(ids).map(letters));
      const unknown = rows
        .filter((row) => !isNewer && !known.has(letters(row.name)))
        .map((row) => `${constants}: the program has no ${row.name}, which is ${row.id} in the database`);
      return [...different, ...unknown];
    }),
  );
  return faults.flat();
}

async function hasNewerSchema({ pool }: Database): Promise<boolean> {
  const files = await migrationFiles();
  return (await appliedMigrations(pool)).some(({ name }) => !files.includes(name));
}

/** `Non-Inventory` and `nonInventory` are the same name. */
const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
