/**
 * Time that a code has to be out of sight before it counts again, in milliseconds: a camera sees the same code in
 * each picture.
 */
const outOfSight = 300;
/** Pictures without the code that have to come first: a phone may need long for one, and some are blurred. */
const missedBefore = 3;

interface Sighting {
  readonly at: number;
  /** The number of the picture. */
  readonly picture: number;
}

/** Separates codes that have just come into sight from codes that remain in sight. */
export class Sightings {
  readonly #lastSeen = new Map<string, Sighting>();
  #picture = 0;

  /** @param at milliseconds @returns the codes of a picture that were not in sight before it */
  appeared(codes: readonly string[], at: number): string[] {
    const unique = [...new Set(codes)].filter((code) => code !== '');
    this.#picture += 1;
    const isFresh = (code: string) => {
      const last = this.#lastSeen.get(code);
      return !last || (at - last.at > outOfSight && this.#picture - last.picture > missedBefore);
    };
    const fresh = unique.filter(isFresh);
    for (const code of unique) this.#lastSeen.set(code, { at, picture: this.#picture });
    return fresh;
  }
}
