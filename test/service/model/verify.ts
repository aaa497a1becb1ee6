import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../../../service/platform/database/database.ts';
import type { Tables } from '../../../service/platform/database/generated/tables.ts';
import { types } from '../../../service/platform/database/types.ts';
import { type Violation, verify } from '../../../service/verify/verify.ts';

/** Statements that are planned once: in a small database planning takes three times as long as running. */
class PlannedOnce extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads of query can't be repeated in an override
  override query(...args: any[]): any {
    const [text, values] = args;
    if (typeof text === 'string' && Array.isArray(values)) return super.query({ text, values, name: nameOf(text) });
    return (super.query as (...a: unknown[]) => unknown)(...args);
  }
}

const names = new Map<string, string>();
function nameOf(text: string): string {
  const name = names.get(text) ?? `verify ${names.size}`;
  names.set(text, name);
  return name;
}

/** `verify` on a connection of its own, for a check after every call: 6 ms instead of 20. */
export function quickVerify(url: string): { verify(): Promise<Violation[]>; close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: 1, types, Client: PlannedOnce, options: '-c jit=off' });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const snapshots = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { verify: () => verify({ snapshots } as Database), close: () => snapshots.destroy() };
}
