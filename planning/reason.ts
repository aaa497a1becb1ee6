import type { Place } from '../plugins/configured.ts';
import type { Claim } from './claims.ts';
import type { Reason, Source } from './plan.ts';

/** A reason that counts. `claim` is what it decides; null where it only tells something. */
export function reason(
  source: Source,
  name: string,
  place: Place | null,
  why: string,
  claim: Pick<Claim, 'question' | 'value'> | null,
): Reason {
  return {
    source,
    name,
    file: place?.file ?? null,
    line: place?.line ?? null,
    hash: place?.hash ?? null,
    decides: claim?.question ?? null,
    value: claim?.value ?? null,
    fired: true,
    why,
    conditions: [],
  };
}

/** Who speaks in a reason, as others name it: `rule "Counter sales are not packed"`. */
export function labelOf({ source, name }: Pick<Reason, 'source' | 'name'>): string {
  return source === 'default' ? 'default' : `${source} "${name}"`;
}
