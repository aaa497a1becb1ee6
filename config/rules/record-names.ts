import type { Place } from '../../plugins/configured.ts';
import type { Configuration } from '../configuration.ts';

/** A name in a configuration of a record that the database may lack. */
export interface RecordName extends Pick<Place, 'file' | 'line'> {
  readonly kind: 'service level' | 'user group' | 'site' | 'waiting place' | 'storage place';
  readonly name: string;
  /** The name of the rule, or of the section. */
  readonly rule: string;
  /** The site that has the location; null for any. */
  readonly site: string | null;
}

/** Returns the names of records in rules, in the order of the file. */
export function recordNames({
  rules,
  carriers,
  returns,
  receiving,
}: Pick<Configuration, 'rules' | 'carriers' | 'returns' | 'receiving'>): RecordName[] {
  const levels = new Set(carriers.flatMap(({ options }) => serviceLevelsIn(options)).map((name) => name.toLowerCase()));
  const ofOrders = rules.flatMap(({ actions: { service_level: level, hold }, ...rule }) => [
    ...(level === undefined || levels.has(level.toLowerCase()) ? [] : [nameIn(rule, 'service level', level)]),
    ...(typeof hold === 'object' ? [nameIn(rule, 'user group', hold.released_by)] : []),
  ]);
  const section = returns.place ? [{ ...returns.place, name: 'returns', terms: returns.terms }] : [];
  const ofReturns = [...section, ...returns.rules].flatMap(({ terms: { authorised_by, site, location }, ...rule }) => [
    ...(authorised_by === undefined ? [] : [nameIn(rule, 'user group', authorised_by)]),
    ...(site === undefined ? [] : [nameIn(rule, 'site', site)]),
    ...(location === undefined ? [] : [nameIn(rule, 'waiting place', location, site)]),
  ]);
  const ofParts = receiving.putAway.flatMap(({ to, ...entry }) =>
    to.map((location) => nameIn(entry, 'storage place', location)),
  );
  return [...ofOrders, ...ofReturns, ...ofParts];
}

function nameIn(
  { name: rule, file, line }: Pick<Place, 'file' | 'line'> & { readonly name: string },
  kind: RecordName['kind'],
  name: string,
  site: string | null = null,
): RecordName {
  return { kind, name, rule, file, line, site };
}

/**
 * Returns the service levels that the options of a carrier have, as those of `multi-carrier` do.
 * @param options the checked options of its plugin
 */
export function serviceLevelsIn(options: unknown): string[] {
  const { service_levels: levels } = (options ?? {}) as { service_levels?: unknown };
  return typeof levels === 'object' && levels !== null && !Array.isArray(levels) ? Object.keys(levels) : [];
}
