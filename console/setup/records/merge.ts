import { differing, type Values } from './kind.ts';

/** Typed values, applied to a newer state of the record. */
export interface Merged<V extends Values> {
  /** Values of the form: fields without typed text have the newer values. */
  readonly typed: V;
  /** The fields that only others changed. */
  readonly taken: readonly (keyof V & string)[];
  /** The newer values of the fields that both changed. */
  readonly theirs: Partial<V>;
}

/**
 * Puts what somebody typed onto a newer state of the record.
 * @param before the state that the form began with
 */
export function merge<V extends Values>(before: V, typed: V, now: V): Merged<V> {
  const own = differing(before, typed);
  const others = differing(before, now);
  const both = others.filter((name) => own.includes(name) && differing({ name: typed[name] }, { name: now[name] })[0]);
  const pick = (from: V, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return {
    typed: { ...now, ...pick(typed, own) },
    taken: others.filter((name) => !own.includes(name)),
    theirs: pick(now, both) as Partial<V>,
  };
}

/** Returns the values of a record that differ from what somebody typed, of these fields alone. */
export function differingOf<V extends Values>(now: V, typed: V, names: readonly string[]): Partial<V> {
  const differ = differing(now, typed).filter((name) => names.includes(name));
  return Object.fromEntries(differ.map((name) => [name, now[name]])) as Partial<V>;
}
