import { type CartonType, greatestLoad, innerSides } from '../carton-type.ts';
import type { Sides } from '../item.ts';
import type { Kind } from '../kinds.ts';
import { type Steps, stepsFor } from '../steps.ts';
import { contains, cutOut, type Space } from './empty-spaces.ts';
import type { Score } from './scores.ts';
import { isSupported, sharedBase, supportedCorner } from './support.ts';

/** A unit of a kind at its place. */
export interface PlacedUnit extends Space {
  readonly kind: number;
}

export interface Spot {
  readonly space: Space;
  readonly sides: Sides;
  readonly x: number;
  readonly y: number;
  readonly score: number;
}

/** One carton while it is filled. It places no unit against a rule. */
export class Filling {
  readonly inner: Sides;
  readonly placed: PlacedUnit[] = [];
  volume = 0;
  private readonly byTop = new Map<number, PlacedUnit[]>();
  private load: number;
  private spaces: Space[];
  private readonly thinnest: number;
  private readonly steps: Steps;

  /** @param thinnest the shortest side of all units that may follow */
  constructor(type: CartonType, thinnest: number, steps: Steps) {
    this.inner = innerSides(type);
    const [x1, y1, z1] = this.inner;
    this.spaces = [{ x0: 0, y0: 0, z0: 0, x1, y1, z1 }];
    this.load = greatestLoad(type);
    this.thinnest = thinnest;
    this.steps = steps;
  }

  /** Returns how many more units of the kind the weight limit allows. */
  bears(kind: Kind): number {
    return kind.weight === 0 ? Number.POSITIVE_INFINITY : Math.floor(this.load / kind.weight);
  }

  /** Returns the spot with the lowest score for a unit of the kind, the first of equal ones; undefined if no spot is left. */
  bestSpot(kind: Kind, score: Score): Spot | undefined {
    let best: Spot | undefined;
    this.steps.take(this.spaces.length);
    for (const space of this.spaces) {
      const volume = (space.x1 - space.x0) * (space.y1 - space.y0) * (space.z1 - space.z0);
      if (volume < kind.volume) continue;
      // The room above a fragile unit stays empty, so that it needs a space up to the top of the carton.
      if (kind.fragile && space.z1 !== this.inner[2]) continue;
      best = this.betterSpot(space, kind, score, best);
    }
    return best;
  }

  /** Returns the best spot in one space if its score is lower than the score of `best`, and otherwise `best`. */
  private betterSpot(space: Space, kind: Kind, score: Score, best: Spot | undefined): Spot | undefined {
    const width = space.x1 - space.x0;
    const length = space.y1 - space.y0;
    const depth = space.z1 - space.z0;
    let better = best;
    let lowest = best ? best.score : Number.POSITIVE_INFINITY;
    let under: Space[] | undefined;
    this.steps.take(kind.orientations.length);
    for (const sides of kind.orientations) {
      if (sides[0] > width || sides[1] > length || sides[2] > depth) continue;
      // The corner of a space has the lowest score in it.
      if (score(space, sides, space.x0, space.y0, this.inner) >= lowest) continue;
      if (space.z0 > 0) under ??= this.tops(space);
      const corner = under ? supportedCorner(space, sides, under, this.steps) : space;
      if (!corner) continue;
      const figure = score(space, sides, corner.x0, corner.y0, this.inner);
      if (figure >= lowest) continue;
      lowest = figure;
      better = { space, sides, x: corner.x0, y: corner.y0, score: figure };
    }
    return better;
  }

  /** Places one unit at a spot of `bestSpot`. */
  place(kind: Kind, { space, sides, x, y }: Spot): void {
    this.put(kind, sides, x, y, space.z0);
  }

  /** Places a unit at a given corner if the rules allow it there. Returns true if it did. */
  tryAt(kind: Kind, sides: Sides, x: number, y: number, z: number): boolean {
    if (this.bears(kind) < 1) return false;
    const box = { x0: x, y0: y, z0: z, x1: x + sides[0], y1: y + sides[1], z1: z + sides[2] };
    const room = kind.fragile ? { ...box, z1: this.inner[2] } : box;
    this.steps.take(1 + stepsFor(this.spaces.length));
    if (!this.spaces.some((space) => contains(space, room))) return false;
    if (z > 0 && !isSupported(this.tops(box), x, y, sides)) return false;
    this.put(kind, sides, x, y, z);
    return true;
  }

  private put(kind: Kind, [width, length, depth]: Sides, x: number, y: number, z: number): void {
    const box = { kind: kind.index, x0: x, y0: y, z0: z, x1: x + width, y1: y + length, z1: z + depth };
    this.placed.push(box);
    const tops = this.byTop.get(box.z1);
    if (tops) tops.push(box);
    else this.byTop.set(box.z1, [box]);
    this.volume += kind.volume;
    this.load -= kind.weight;
    this.spaces = cutOut(this.spaces, kind.fragile ? { ...box, z1: this.inner[2] } : box, this.thinnest, this.steps);
  }

  /** Returns the placed units whose top is the floor of the space. */
  private tops(space: Space): Space[] {
    const tops = this.byTop.get(space.z0) ?? [];
    this.steps.take(tops.length);
    return tops.filter((one) => sharedBase(one, space) > 0);
  }
}
