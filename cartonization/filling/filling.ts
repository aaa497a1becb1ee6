import { type CartonType, greatestLoad, innerSides } from '../carton-type.ts';
import type { Sides } from '../item.ts';
import type { Kind } from '../kinds.ts';
import type { Steps } from '../steps.ts';
import { cutOut, type Space } from './empty-spaces.ts';
import { standing, stands } from './orientations.ts';
import type { Score } from './scores.ts';
import { sharedBase } from './support.ts';

/** A unit of a kind in its place. */
export interface Placed extends Space {
  readonly kind: number;
}

export interface Spot {
  readonly space: Space;
  readonly sides: Sides;
  readonly x: number;
  readonly y: number;
}

/** One carton while it is being filled. Every unit it takes keeps every rule; what breaks one is never placed. */
export class Filling {
  readonly inner: Sides;
  readonly placed: Placed[] = [];
  volume = 0;
  private readonly byTop = new Map<number, Placed[]>();
  private load: number;
  private spaces: Space[];
  private readonly thinnest: number;
  private readonly steps: Steps;

  /** `thinnest` is the shortest side of anything that may still come. */
  constructor(type: CartonType, thinnest: number, steps: Steps) {
    this.inner = innerSides(type);
    const [x1, y1, z1] = this.inner;
    this.spaces = [{ x0: 0, y0: 0, z0: 0, x1, y1, z1 }];
    this.load = greatestLoad(type);
    this.thinnest = thinnest;
    this.steps = steps;
  }

  /** How many more units of the kind the weight allows. */
  bears(kind: Kind): number {
    return kind.weight === 0 ? Number.POSITIVE_INFINITY : Math.floor(this.load / kind.weight);
  }

  /** The spot with the lowest score where a unit of the kind may stand; the first of equals. */
  bestSpot(kind: Kind, score: Score): Spot | undefined {
    let best: Spot | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (const space of this.spaces) {
      const width = space.x1 - space.x0;
      const length = space.y1 - space.y0;
      const depth = space.z1 - space.z0;
      this.steps.left--;
      if (width * length * depth < kind.volume) continue;
      // What is above a fragile unit stays empty, so it needs a space that reaches the top.
      if (kind.fragile && space.z1 !== this.inner[2]) continue;
      let under: Space[] | undefined;
      for (const sides of kind.rotations) {
        this.steps.left--;
        if (sides[0] > width || sides[1] > length || sides[2] > depth) continue;
        // No place in a space scores lower than its corner.
        if (score(space, sides, space.x0, space.y0, this.inner) >= lowest) continue;
        if (space.z0 > 0) under ??= this.tops(space);
        const corner = under ? standing(space, sides, under, this.steps) : space;
        if (!corner) continue;
        const figure = score(space, sides, corner.x0, corner.y0, this.inner);
        if (figure < lowest) {
          lowest = figure;
          best = { space, sides, x: corner.x0, y: corner.y0 };
        }
      }
    }
    return best;
  }

  /** Put one unit where `bestSpot` said. */
  place(kind: Kind, { space, sides, x, y }: Spot): void {
    this.put(kind, sides, x, y, space.z0);
  }

  /** Put a unit at a place found by other means, if the rules allow it there. */
  tryAt(kind: Kind, sides: Sides, x: number, y: number, z: number): boolean {
    if (this.bears(kind) < 1) return false;
    const box = { x0: x, y0: y, z0: z, x1: x + sides[0], y1: y + sides[1], z1: z + sides[2] };
    const room = this.spaces.some(
      (space) =>
        space.x0 <= box.x0 &&
        space.y0 <= box.y0 &&
        space.z0 <= box.z0 &&
        space.x1 >= box.x1 &&
        space.y1 >= box.y1 &&
        space.z1 >= (kind.fragile ? this.inner[2] : box.z1),
    );
    if (!room) return false;
    if (z > 0 && !stands(this.tops(box), x, y, sides)) return false;
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

  /** The placed units whose top is the floor of the space. */
  private tops(space: Space): Space[] {
    const tops = this.byTop.get(space.z0) ?? [];
    this.steps.left -= tops.length;
    return tops.filter((one) => sharedBase(one, space) > 0);
  }
}
