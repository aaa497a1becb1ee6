/** Milliseconds for which a code has to be out of sight before it counts again: a camera sees the same one in each picture. */
const outOfSight = 300;

/** Tells the codes that come into sight from those that stay there. */
export class Sightings {
  readonly #lastSeen = new Map<string, number>();

  /** @param at milliseconds @returns the codes of a picture that were not in sight before it */
  appeared(codes: readonly string[], at: number): string[] {
    const unique = [...new Set(codes)].filter((code) => code !== '');
    const fresh = unique.filter((code) => at - (this.#lastSeen.get(code) ?? Number.NEGATIVE_INFINITY) > outOfSight);
    for (const code of unique) this.#lastSeen.set(code, at);
    return fresh;
  }
}
