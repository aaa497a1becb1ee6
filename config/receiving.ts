import { namesOf } from '../lib/addresses/countries.ts';
import { countryReadingWith } from '../lib/addresses/reading.ts';
import { check } from '../lib/expressions/check.ts';
import { ExpressionError } from '../lib/expressions/error.ts';
import { parse } from '../lib/expressions/parse.ts';
import { predicate } from '../lib/expressions/predicate.ts';
import type { Row } from '../lib/expressions/row.ts';
import type { PartFacts } from '../records/facts.ts';
import type { SourceFile } from './file/source-files.ts';
import { partFacts, withCountries } from './rules/facts-entity.ts';

/** A difference that is allowed: within the units, or within the percentage of the expected quantity. */
export interface Tolerance {
  readonly units: number;
  readonly percent: number;
}

export const noTolerance: Tolerance = { units: 0, percent: 0 };

/** Where units of some parts are put when they come in. */
export interface PutAwayRule {
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
export function receivingSettings({ sections, document, report }: SourceFile): ReceivingSettings {
  const { over, put_away } = sections.receiving;
  const entity = withCountries(partFacts, countryReadingWith(namesOf(sections.countries)));
  const putAway = put_away.flatMap(({ when, to }, index): PutAwayRule[] => {
    if (when === undefined) return [{ holds: () => true, to }];
    try {
      const holds = predicate(check(parse(when), entity));
      // Facts have the form of a row with relations. Their interface only lacks the index signature.
      return [{ holds: (part) => holds(part as unknown as Row), to }];
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
