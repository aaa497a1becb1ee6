import { everything, type ReadAccess } from '../../platform/listing/read-access.ts';
import type { ProgressFacts } from './facts.ts';

/** Returns the facts without the names of parts and of other carriers, for callers who may not list these. */
export function readableFacts(facts: ProgressFacts, readAccess: ReadAccess | null): ProgressFacts {
  if (readAccess === everything) return facts;
  const { short, refused } = facts;
  return {
    ...facts,
    short: readAccess.lacks('part') === null ? short : short.map((each) => ({ ...each, part: String(each.part_id) })),
    refused: refused === null || readAccess.lacks('carrier') === null ? refused : { ...refused, carriers: [] },
  };
}
