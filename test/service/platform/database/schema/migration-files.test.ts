import { expect, test } from 'vitest';
import { parseMigration, readMigrations } from '../../../../../service/platform/database/schema/migration-file.ts';
import { statementsOf } from '../../../../../service/platform/database/schema/statements.ts';
import { blockingStatements } from './blocking-statements.ts';

/** The rules for migrations, which CONTRIBUTING.md explains. */

/** The last migration of the baseline, which only empty databases run. */
const lastOfBaseline = '0018_services_and_archives.sql';

test('no migration after the baseline stops a running system', async () => {
  const migrations = await readMigrations();
  const findings = migrations.flatMap((migration, index) =>
    migration.name <= lastOfBaseline ? [] : blockingStatements(migration, migrations.slice(0, index)),
  );
  expect(findings).toEqual([]);
});

test('numbers of migrations follow each other, and each is there once', async () => {
  const numbers = (await readMigrations()).map(({ name }) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

const findingsOf = (statements: string, kind = 'expand') =>
  blockingStatements(parseMigration('0099_test.sql', `-- ${kind}\n${statements}`), []).map(({ why }) => why);

test.each([
  ['create index part_colour on part (colour)', 'build the index concurrently'],
  ['create unique index part_colour on only part (colour)', 'build the index concurrently'],
  ['alter table part alter column colour type int', 'writes the table anew'],
  ['alter table part alter colour set data type int', 'writes the table anew'],
  ['alter table part alter column colour set not null', 'add and validate a check'],
  ["alter table part add constraint c check (colour <> '')", '"not valid"'],
  ['alter table part add constraint c foreign key (a) references customer', '"not valid"'],
  ['alter table part add check (a > 0)', 'it has no name'],
  ['alter table part add constraint c unique (a)', '"using index"'],
  ['alter table part add primary key (a)', '"using index"'],
  ['alter table part add column a bigint generated always as identity', 'add a plain column'],
  ['alter table part add column a uuid default gen_random_uuid()', 'computed for each row'],
  ['alter table part add column a bigint references customer', '"not valid"'],
  ['alter table part add column a text not null', 'add a default'],
  ['alter table part add column a text, rename column b to c', 'old name'],
  ['alter table part add column a text; alter table part validate constraint c', 'a migration of its own'],
  ['alter table part drop column a', 'a contract of a later release'],
  ['drop table part', 'a contract of a later release'],
  ['drop index part_colour', 'drop the index concurrently'],
  ['update part set a = 1', 'in steps'],
  ['lock table part', 'keeps everybody away'],
  ['do $$ begin perform 1; end $$', 'plain statements'],
])('%s is refused', (statement, why) => {
  expect(findingsOf(statement)).toEqual([expect.stringContaining(why)]);
});

test.each([
  'create table colour (id bigint primary key); create index colour_id on colour (id); alter table colour add unique (id)',
  'create index concurrently part_colour on part (colour)',
  'drop index concurrently part_colour',
  "alter table part add column a jsonb not null default '[]', add column b timestamptz default now(), add column c text",
  "alter table part drop constraint c, add constraint c check (a in ('x', 'y')) not valid",
  'alter table part validate constraint c',
  'alter table part add constraint c unique using index part_a',
  "update part set a = 1 where id = 3; insert into object (id, name) values (1, 'a; b')",
  'create function f() returns int language sql as $$ select 1; select 2 $$',
])('%s is allowed', (statement) => {
  expect(findingsOf(statement)).toEqual([]);
});

test('a column becomes "not null" after a check that was validated, and a contract may drop', () => {
  const file = (name: string, text: string) => parseMigration(name, `-- expand\n${text}`);
  const added = file('0097_check.sql', 'alter table part add constraint there check (colour is not null) not valid');
  const validated = file('0098_validate.sql', 'alter table part validate constraint there');
  const strict = file('0099_strict.sql', 'alter table part alter column colour set not null');
  expect(blockingStatements(strict, [added, validated])).toEqual([]);
  expect(blockingStatements(strict, [added])).toHaveLength(1);
  expect(findingsOf('alter table part drop column colour', 'contract after 0021_any.sql')).toEqual([]);
});

test('a migration names its kind in the first line, and mixes nothing with concurrent statements', () => {
  expect(() => parseMigration('0099_a.sql', 'create table a (id int);')).toThrow(/0099_a\.sql names no kind/);
  expect(() => parseMigration('0099_a.sql', '-- contract\ndrop table a;')).toThrow(/names no kind/);
  expect(() => parseMigration('0098_a.sql', '-- contract after 0099_b.sql\ndrop table a;')).toThrow(/later/);
  expect(parseMigration('0099_a.sql', '-- contract after 0021_b.sql\ndrop table a;')).toMatchObject({
    kind: 'contract',
    after: '0021_b.sql',
    concurrent: false,
  });
  const mixed = '-- expand\nalter table a add b int;\ncreate index concurrently a_b on a (b);';
  expect(() => parseMigration('0099_a.sql', mixed)).toThrow(/other statements .*alter table a add b int/);
  const unnamed = '-- expand\ncreate index concurrently on a (b);';
  expect(() => parseMigration('0099_a.sql', unnamed)).toThrow(/other statements/);
});

test('semicolons in comments, quotes and functions end no statement', () => {
  const text = `-- one; two
select 'a;''b' as "c;d"; /* e; */ create function f() returns int as $x$ begin; $$;$$ end; $x$ -- g;
language sql;`;
  expect(statementsOf(text)).toEqual([
    `select 'a;''b' as "c;d"`,
    'create function f() returns int as $x$ begin; $$;$$ end; $x$ language sql',
  ]);
});
