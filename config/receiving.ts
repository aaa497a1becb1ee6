import { namesOf } from '../lib/addresses/countries.ts';
import { countryReadingWith } from '../lib/addresses/reading.ts';
import { check } from '../lib/expressions/check.ts';
import { ExpressionError } from '../lib/expressions/error.ts';
import { parse } from '../lib/expressions/parse.ts';
import { predicate } from '../lib/expressions/predicate.ts';
import type { Row } from '../lib/expressions/row.ts';
import type { Place } from '../plugins/configured.ts';
import type { PartFacts } from '../records/facts.ts';
import type { SourceFile } from './file/source-files.ts';
import { partFacts, withCountries } from './rules/facts-entity.ts';
import { type ComparedRule, compareRules, type Finding } from './rules/findings.ts';
import { type Alternatives, alternativesOf } from './rules/logic.ts';

/** A difference that is allowed: within the units, or within the percentage of the expected quantity. */
export interface Tolerance {
  readonly units: number;
  readonly percent: number;
}

export const noTolerance: Tolerance = { units: 0, percent: 0 };

/** Where units of some parts are put when they come in. */
export interface PutAwayRule extends Place {
  /** The entry in words, by its condition. */
  readonly name: string;
  /** When it holds; null if that is too complex to compare. */
  readonly fires: Alternatives | null;
  readonly holds: (part: PartFacts) => boolean;
  /** Names of storage locations, which a site may lack. */
  readonly to: readonly string[];
}

export interface ReceivingSettings {
  /** The units that may come in beyond the expected quantity. */
  readonly over: Tolerance;
  /** The first one that holds decides. */
  readonly putAway: readonly PutAwayRule[];
}

/** Compiles the section `receiving` of the operators' file, and reports conditions with faults. */
export function receivingSettings({ sections, document, report, shown: file, hash }: SourceFile): ReceivingSettings {
  const { over, put_away } = sections.receiving;
  const entity = withCountries(partFacts, countryReadingWith(namesOf(sections.countries)));
  const putAway = put_away.flatMap(({ when, to }, index): PutAwayRule[] => {
    const { line } = document.at(['receiving', 'put_away', index]);
    const entry = { name: when === undefined ? 'put_away' : `put_away when ${when}`, file, line, hash, to };
    if (when === undefined) return [{ ...entry, fires: [[]], holds: () => true }];
    try {
      const checked = check(parse(when), entity);
      const holds = predicate(checked);
      // Facts have the form of a row with relations. Their interface only lacks the index signature.
      return [{ ...entry, fires: alternativesOf(checked), holds: (part) => holds(part as unknown as Row) }];
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      // Positions count characters; strings count UTF-16 units.
      const { length } = [...when].slice(0, error.position).join('');
      report(document.atCharacter(['receiving', 'put_away', index, 'when'], length), error.message);
      return [];
    }
  });
  return { over, putAway };
}

/**
 * Returns entries of `put_away` that apply to no part, and those whose locations an earlier entry has for the same parts. An entry with
 * other locations counts at sites that lack those of the earlier one.
 */
export function putAwayFindings({ putAway }: ReceivingSettings): Finding[] {
  const rules = putAway.map((entry): ComparedRule => {
    const { name, file, line, fires, to } = entry;
    const claims = to.map((place) => [place.toLowerCase(), { value: true, words: place }] as const);
    return {
      ...{ name, file, line, fires, group: null, moment: 'arrival', subject: 'parts', condition: '`when`' },
      claims: new Map(claims),
    };
  });
  return compareRules(rules);
}
