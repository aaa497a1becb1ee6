import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../../../service/platform/database/database.ts';
import { type TestDatabase, testDatabase } from '../../../support/database.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await testDatabase();
  database = new Database(own.url, { connections: 1 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

test('every id is a bigint: keys, references, arrays of ids and sequences', async () => {
  const { rows: columns } = await own.pool.query(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name ~ '^(id|.*_ids?|.*_by)$' and udt_name in ('int4', 'int2', '_int4', '_int2')`,
  );
  expect(columns).toEqual([]);
  const { rows: sequences } = await own.pool.query(
    `select sequencename from pg_sequences where schemaname = 'public' and data_type::text <> 'bigint'`,
  );
  expect(sequences).toEqual([]);
});

describe.each([
  ['operations', () => database.kysely],
  ['reads', () => database.readPool],
])('the connections for %s', (_name, connections) => {
  const read = async (expression: string) =>
    (await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(connections())).rows[0]?.value;

  test.each([
    ['an id', '3000000000::bigint', 3_000_000_000],
    ['the greatest exact number', '9007199254740991::bigint', 2 ** 53 - 1],
    ['no id', 'null::bigint', null],
    ['ids', `'{3000000000,NULL,1}'::bigint[]`, [3_000_000_000, null, 1]],
    ['an empty list of ids', `'{}'::bigint[]`, []],
    ['a count', '(select count(*) from task)', 4],
    ['a decimal, as text', '1.50::numeric', '1.50'],
    ['a sum of ids, which is a decimal', 'sum(3000000000::bigint)', '3000000000'],
  ])('return %s', async (_what, expression, value) => {
    expect(await read(expression)).toEqual(value);
  });

  test.each(['9007199254740992::bigint', `'{1,9007199254740992}'::bigint[]`])(
    'refuse %s, which no number holds exactly',
    async (expression) => {
      await expect(read(expression)).rejects.toThrow('9007199254740992 is beyond 2^53');
    },
  );
});
