import type { ReceivingSettings } from '../receiving.ts';
import { type Case, missesOf, type TriedCase } from './cases.ts';

/** Finds the entry of `receiving.put_away` that decides about the part of a case, at a site that has all locations. */
export function tryPart({ putAway }: ReceivingSettings, one: Case): TriedCase {
  const entry = putAway.find(({ holds }) => holds(one.part));
  return { misses: missesOf(one, () => entry?.to ?? null), rules: entry ? [entry.name] : [] };
}
