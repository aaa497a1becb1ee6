import { expect, test } from 'vitest';
import { untilEnd } from '../../../support/until-end.ts';
import '../../../../service/interface.ts';
import { resources } from '../../../../service/platform/listing/declaration/registry.ts';
import { testDatabase } from '../../../support/database.ts';

const database = await untilEnd(testDatabase());
await database.pool.query(`insert into site (name) values ('Main')`);

/** The count that lists read, and the count of the rows. */
async function locations(): Promise<{ tally: number; rows: number }> {
  const { rows } = await database.pool.query(`select
    (select coalesce(sum(rows), 0)::int from tally where relation = 'location') as tally, (select count(*)::int from location) as rows`);
  return rows[0];
}
const add = (name: string, count = 1) =>
  database.pool.query(
    `insert into location (site_id, locationtype_id, name) select s.id, 1, $1 || n from site s, generate_series(1, $2) n`,
    [name, count],
  );

test('the counted tables are those of the resources that declare a count', async () => {
  const { rows } = await database.pool.query(`
    select tgrelid::regclass::text as table from pg_trigger where tgname in ('tally_inserted', 'tally_deleted', 'tally_emptied')
    group by 1 having count(*) = 3 order by 1`);
  const counted = [...resources.all()].filter((resource) => resource.counted).map((resource) => resource.table);
  expect(rows.map((row) => row.table)).toEqual(counted.sort());
});

test('the count follows inserts, deletes, rollbacks and truncates', async () => {
  await add('a', 5);
  expect(await locations()).toEqual({ tally: 5, rows: 5 });
  await database.pool.query(`delete from location where name in ('a1', 'a2')`);
  await database.pool.query(`begin; delete from location; rollback`);
  await add('a', 0);
  expect(await locations()).toEqual({ tally: 3, rows: 3 });
  await database.pool.query('truncate location cascade');
  expect(await locations()).toEqual({ tally: 0, rows: 0 });
});

test('simultaneous inserts are all counted, and their tally rows are merged', async () => {
  await Promise.all(
    [1, 2, 3, 4].map((client) =>
      database.pool.query(`do $$ begin
        for n in 1..500 loop
          insert into location (site_id, locationtype_id, name) select id, 1, 'c${client}-' || n from site;
          commit;
        end loop;
      end $$`),
    ),
  );
  expect(await locations()).toEqual({ tally: 2000, rows: 2000 });
  const { rows } = await database.pool.query(`select count(*)::int as rows from tally where relation = 'location'`);
  expect(rows[0].rows).toBeLessThan(1500);
});
