import type { Migration } from '../../../../../service/platform/database/schema/migration-file.ts';
import { summaryOf } from '../../../../../service/platform/database/schema/migration-file.ts';

/** A statement of a migration that would stop a running system, and what to write in its place. */
export interface Finding {
  readonly file: string;
  readonly statement: string;
  readonly why: string;
}

interface Rule {
  readonly pattern: RegExp;
  readonly why: string;
}

const useNotValid =
  'it checks all rows while nobody writes; add it "not valid", and validate it in a migration of its own';

/** Actions of `alter table` on a table with rows. */
const actionRules: readonly Rule[] = [
  {
    pattern: /^alter (column )?\S+ (set data )?type\b/,
    why: 'it writes the table anew; add another column, and fill it in steps',
  },
  { pattern: /^add constraint \S+ (check|foreign key)\b(?!.*\bnot valid\b)/, why: useNotValid },
  {
    pattern: /^add (check|foreign key)\b/,
    why: 'it has no name, and checks all rows; name it, and add it "not valid"',
  },
  {
    pattern: /^add (constraint \S+ )?(unique|primary key|exclude)\b(?!.*\busing index\b)/,
    why: 'it builds an index while nobody writes; build it concurrently, and add the constraint "using index"',
  },
  {
    pattern: /^add column .*\b(generated|serial|bigserial|primary key|unique)\b/,
    why: 'it writes the table anew, or builds an index; add a plain column, and fill it in steps',
  },
  {
    pattern: /^add column .*\b(references|check)\b/,
    why: `a constraint of a new column is checked in all rows; add it as a constraint of its own, "not valid"`,
  },
  {
    pattern: /^add column .*\bdefault (?!(now|this_second)\(\))[^',]*\(/,
    why: 'a default that is computed for each row writes the table anew; use a constant, now() or this_second()',
  },
  { pattern: /^add column (?!.*\bdefault\b).*\bnot null\b/, why: 'older builds do not write it; add a default' },
  { pattern: /^set (logged|unlogged|tablespace|access method)\b/, why: 'it writes the table anew' },
  { pattern: /^rename\b/, why: 'older builds use the old name; add another one, and drop the old one in a contract' },
];

const statementRules: readonly Rule[] = [
  { pattern: /^(cluster|vacuum full|lock|truncate)\b/, why: 'it keeps everybody away' },
  { pattern: /^reindex (?!.*\bconcurrently\b)/, why: 'it keeps everybody away; reindex concurrently' },
  { pattern: /^drop index (?!concurrently\b)/, why: 'it waits for all readers; drop the index concurrently' },
  { pattern: /^do\b/, why: 'nobody sees what it does; write plain statements' },
  { pattern: /^(update|delete from) (?!.*\bwhere\b)/, why: 'it locks all rows until it ends; change them in steps' },
];

/** Statements that only a contract may have, since builds that do not know the migration use what they remove. */
const contractRules: readonly Rule[] = [
  {
    pattern: /^drop (table|view|function|trigger|type|domain|sequence|materialized view)\b/,
    why: 'older builds use it',
  },
  { pattern: /^alter table .*\bdrop (column|default)\b/, why: 'older builds use it' },
];

/**
 * Returns the statements of a migration that would stop a running system: they keep others from a table for as long as they look at
 * its rows, or take away what the build before uses. Tables that the migration itself creates are free.
 * @param earlier the migrations before it
 */
export function blockingStatements(migration: Migration, earlier: readonly Migration[]): Finding[] {
  const own = new Set<string>();
  const altered = new Set<string>();
  const findings: Finding[] = [];
  for (const text of migration.statements) {
    const statement = text.toLowerCase();
    const report = (why: string) => findings.push({ file: migration.name, statement: summaryOf(text), why });
    for (const { pattern, why } of statementRules) if (pattern.test(statement)) report(why);
    if (migration.kind === 'expand') {
      for (const { pattern, why } of contractRules) {
        if (pattern.test(statement)) report(`${why}; remove it in a contract of a later release`);
      }
    }
    const created = /^create table (?:if not exists )?(\S+)/.exec(statement)?.[1];
    if (created) own.add(created);
    const indexed = /^create (?:unique )?index (?!concurrently\b).*? on (?:only )?(\S+)/.exec(statement)?.[1];
    if (indexed && !own.has(indexed))
      report('nobody can write meanwhile; build the index concurrently, in a file of its own');
    const [, table, actions] = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/s.exec(statement) ?? [];
    if (table === undefined || actions === undefined || own.has(table)) continue;
    for (const action of partsOf(actions)) {
      for (const { pattern, why } of actionRules) if (pattern.test(action)) report(why);
      const column = /^alter (?:column )?(\S+) set not null$/.exec(action)?.[1];
      if (column && !hasValidCheck({ table, column }, [...earlier, migration])) {
        report('it reads all rows while nobody works; add and validate a check "is not null" before');
      }
      if (/^validate constraint\b/.test(action) && altered.has(table)) {
        report('it keeps the lock of the statement before it while it reads all rows; use a migration of its own');
      }
    }
    altered.add(table);
  }
  return findings;
}

/** Returns whether the migrations add a check that a column is not null, and validate it. */
function hasValidCheck(of: { table: string; column: string }, migrations: readonly Migration[]): boolean {
  const statements = migrations.flatMap((one) => one.statements.map((text) => text.toLowerCase()));
  const ofTable = statements.filter((statement) => statement.startsWith(`alter table ${of.table} `));
  const check = new RegExp(`add constraint (\\S+) check \\(\\s*${of.column} is not null\\s*\\) not valid`);
  const name = ofTable.map((statement) => check.exec(statement)?.[1]).find((one) => one !== undefined);
  return name !== undefined && ofTable.some((statement) => statement.includes(`validate constraint ${name}`));
}

/** Returns the actions of an `alter table`: the parts between commas that are in no brackets and in no quotes. */
function partsOf(actions: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const [piece] of actions.matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (piece === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + piece);
  }
  return parts.map((part) => part.trim());
}
