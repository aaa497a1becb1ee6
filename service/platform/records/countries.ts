import { sql } from 'kysely';
import type { Tx } from '../database/operation.ts';
import type { Problem } from '../problems/problems.ts';
import { unknownRecord } from './refusals.ts';

/**
 * Countries as people and shops write them. The tables of countries change only with a migration, so one reading serves the
 * life of the process: orders come with up to two countries each.
 */
let known: Promise<ReadonlyMap<string, string>> | undefined;

/**
 * The ISO code of a country given by code or English name.
 * @param pointer of the field, for the message
 * @throws 422 `reference.unknown` where there is no such country
 */
export async function countryCode(tx: Tx, given: string, pointer: string): Promise<string> {
  known ??= readCountries(tx);
  let countries: ReadonlyMap<string, string>;
  try {
    countries = await known;
  } catch (error) {
    known = undefined;
    throw error;
  }
  const code = countries.get(plainName(given));
  if (code === undefined) throw unknownCountry(given, pointer);
  return code;
}

/**
 * Puts ISO codes into the given fields of a body. Null and missing ones stay as they are; empty text is null.
 * @param at pointer of the object that holds the fields, '' for the body itself
 */
export async function withCountries<Body extends object>(
  tx: Tx,
  body: Body,
  fields: readonly (keyof Body & string)[],
  at = '',
): Promise<Body> {
  const changed: Record<string, unknown> = {};
  for (const field of fields) {
    const given = body[field] as string | null | undefined;
    if (given == null) continue;
    changed[field] = given.trim() === '' ? null : await countryCode(tx, given, `${at}/${field}`);
  }
  return { ...body, ...changed };
}

function unknownCountry(given: string, pointer: string): Problem {
  return unknownRecord(pointer, 'country', `"${given.slice(0, 60)}": give an ISO code such as DE, or an English name`);
}

async function readCountries(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; code: string }>`
    select name, code from country union all select name, code from countryalias
    union all select code, code from country`.execute(tx);
  return new Map(rows.flatMap(({ name, code }) => spellings(name).map((spelling) => [spelling, code] as const)));
}

/** "Myanmar (Burma)" is either; "Hong Kong SAR China" is Hong Kong. */
function spellings(name: string): string[] {
  const parts = /^(.*) \((.*)\)$/.exec(name);
  return [name, name.replace(/ SAR China$/, ''), ...(parts ? [parts[1]!, parts[2]!] : [])].map(plainName);
}

/** Without accents, case, and the small words that people write in different ways. */
export function plainName(name: string): string {
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
