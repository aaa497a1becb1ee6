import { countryOf } from '../../../lib/addresses/countries.ts';
import type { Problem } from '../problems/problems.ts';
import { unknownRecord } from './refusals.ts';

/**
 * Returns the ISO code of a country from its code or a name.
 * @param pointer of the field, for the message
 * @throws 422 `reference.unknown` if no such country exists
 */
export function countryCode(name: string, pointer: string): string {
  const code = countryOf(name);
  if (code === null) throw unknownCountry(name, pointer);
  return code;
}

/**
 * Replaces the countries in some fields of a body by ISO codes. Null and missing fields stay unchanged. Empty text becomes
 * null.
 */
export function withCountries<Body extends object>(body: Body, fields: readonly (keyof Body & string)[]): Body {
  const changed: Record<string, unknown> = {};
  for (const field of fields) {
    const name = body[field] as string | null | undefined;
    if (name == null) continue;
    changed[field] = name.trim() === '' ? null : countryCode(name, `/${field}`);
  }
  return { ...body, ...changed };
}

function unknownCountry(name: string, pointer: string): Problem {
  const hint = 'Use an ISO code such as DE, or a name of one country';
  return unknownRecord(pointer, 'country', `"${name.slice(0, 60)}". ${hint}`);
}
