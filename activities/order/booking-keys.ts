/** Cartons that a carrier is asked for together, and under which key. */
export interface Asked<C> {
  readonly idempotencyKey: string;
  readonly cartons: readonly C[];
}

/**
 * The key is the same for every attempt, but another one for a carton whose label was voided, since the carrier would give that
 * again. Cartons beside it keep theirs, or what an attempt without an answer has bought for them would be bought twice.
 * @param key of the step of the order
 * @param voided bookings of the order that were given back
 */
export function byKey<C extends { readonly id: number }>(
  key: string,
  cartons: readonly C[],
  voided: readonly { readonly carton_id: number }[],
): Asked<C>[] {
  const groups = new Map<string, C[]>();
  for (const carton of cartons) {
    const times = voided.filter(({ carton_id }) => carton_id === carton.id).length;
    const own = times === 0 ? key : `${key}/${times}`;
    groups.set(own, [...(groups.get(own) ?? []), carton]);
  }
  return [...groups].map(([idempotencyKey, together]) => ({ idempotencyKey, cartons: together }));
}
