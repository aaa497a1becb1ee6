import { sql } from 'kysely';
import type { Database } from './platform/database/database.ts';
import { operationNames } from './platform/database/operation.ts';
import { kinds } from './platform/states/kinds.ts';
import { allTransitions } from './platform/states/transitions.ts';

/**
 * Checks, when all of the program is loaded, that the tables of states name operations that there are, and that states and kinds
 * are those of the database.
 * @throws Error that names every difference: the program does not start
 */
export async function checkStates(database: Database): Promise<void> {
  const faults = [...unknownOperations(), ...(await differences(database))];
  if (faults.length > 0) throw new Error(`States do not fit the program:\n  ${faults.join('\n  ')}`);
}

function unknownOperations(): string[] {
  return allTransitions().flatMap(({ table }) =>
    Object.entries(table.moves).flatMap(([move, { by }]) =>
      by
        .filter((name) => !operationNames.has(name))
        .map((name) => `${table.kind}: ${move} is done by ${name}, which is no operation`),
    ),
  );
}

async function differences(database: Database): Promise<string[]> {
  const here: Record<string, Record<string, number>> = { ...kinds };
  for (const { table, id } of allTransitions()) here[table.constants] = id;
  const faults = await Promise.all(
    Object.entries(here).map(async ([constants, ids]) => {
      const { rows } = await sql<{ id: number; name: string }>`select id, name from ${sql.table(constants)}`.execute(
        database.readPool,
      );
      const there = new Map(rows.map((row) => [letters(row.name), row.id]));
      const wrong = Object.entries(ids)
        .filter(([name, id]) => there.get(letters(name)) !== id)
        .map(
          ([name, id]) =>
            `${constants} ${id} is ${name} here, and in the database ${name} is ${there.get(letters(name))}`,
        );
      const known = new Set(Object.keys(ids).map(letters));
      const more = rows
        .filter((row) => !known.has(letters(row.name)))
        .map((row) => `${constants} ${row.id}, ${row.name}, is unknown here`);
      return [...wrong, ...more];
    }),
  );
  return faults.flat();
}

/** `Non-Inventory` and `nonInventory` are the same name. */
const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
