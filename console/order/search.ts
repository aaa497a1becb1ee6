/** Further values in the address of an order's page: the open parts and the choices of the user. */

export interface OrderSearch {
  /** The step whose reasons are open; `order` for the reasons about the whole order. */
  readonly why?: string;
  /** Whose events the timeline shows. */
  readonly actor?: ActorKind;
  /** The kind of record whose events the timeline shows. */
  readonly about?: string;
}

export const actorKinds = ['people', 'engine', 'integrations'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** Returns what an address says; what it does not understand is left out. */
export function orderSearch({ why, actor, about }: Record<string, unknown>): OrderSearch {
  return {
    ...(typeof why === 'string' ? { why } : {}),
    ...(actorKinds.some((kind) => kind === actor) ? { actor: actor as ActorKind } : {}),
    ...(typeof about === 'string' ? { about } : {}),
  };
}
