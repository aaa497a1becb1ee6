import { sql } from 'kysely';
import type { Tx } from '../database/operation.ts';
import type { Problem } from '../problems/problems.ts';
import { unknownRecord } from './refusals.ts';

/**
 * The ISO codes by the names and codes that people write. The tables of countries change only with a migration, so the process
 * reads them once. Orders come with up to two countries each.
 */
let cachedCountries: Promise<ReadonlyMap<string, string>> | undefined;

/**
 * Returns the ISO code of a country from its code or English name.
 * @param pointer of the field, for the message
 * @throws 422 `reference.unknown` if no such country exists
 */
export async function countryCode(tx: Tx, name: string, pointer: string): Promise<string> {
  cachedCountries ??= readCountries(tx);
  let countries: ReadonlyMap<string, string>;
  try {
    countries = await cachedCountries;
  } catch (error) {
    cachedCountries = undefined;
    throw error;
  }
  const code = countries.get(plainName(name));
  if (code === undefined) throw unknownCountry(name, pointer);
  return code;
}

/**
 * Replaces the countries in some fields of a body by ISO codes. Null and missing fields stay unchanged. Empty text becomes
 * null.
 * @param at pointer of the object with the fields; empty for the body
 */
export async function withCountries<Body extends object>(
  tx: Tx,
  body: Body,
  fields: readonly (keyof Body & string)[],
  at = '',
): Promise<Body> {
  const changed: Record<string, unknown> = {};
  for (const field of fields) {
    const name = body[field] as string | null | undefined;
    if (name == null) continue;
    changed[field] = name.trim() === '' ? null : await countryCode(tx, name, `${at}/${field}`);
  }
  return { ...body, ...changed };
}

function unknownCountry(name: string, pointer: string): Problem {
  return unknownRecord(pointer, 'country', `"${name.slice(0, 60)}". Use an ISO code such as DE, or the English name`);
}

async function readCountries(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; code: string }>`
    -- Reads the codes of all countries by name, alias and code.
    select name, code from country union all select name, code from countryalias
    union all select code, code from country`.execute(tx);
  return new Map(rows.flatMap(({ name, code }) => spellings(name).map((spelling) => [spelling, code] as const)));
}

/** Returns the spellings of a name: "Myanmar (Burma)" has both names, and "Hong Kong SAR China" also "Hong Kong". */
function spellings(name: string): string[] {
  const [, ...alternatives] = /^(.*) \((.*)\)$/.exec(name) ?? [];
  return [name, name.replace(/ SAR China$/, ''), ...alternatives].map(plainName);
}

/** Returns a name without case, accents and the small words that people write in different ways. */
function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/\bst\.?(?= )/g, 'saint')
    .replace(/[^a-z]+/g, ' ')
    .replace(/^\s*the (?=.)/, '')
    .trim();
}
