import { type CartonType, greatestLoad, innerSides, innerVolume } from './carton-type.ts';
import { type Content, fill } from './filling/fill.ts';
import { type Layer, layersOf } from './filling/layers.ts';
import { backmost, deepest, lowest, type Score, tightest } from './filling/scores.ts';
import { sequencesFor, sequencesOf, unplacedFirst } from './filling/sequences.ts';
import { type Counts, countAt, type Kind } from './kinds.ts';
import { type Steps, stepsFor } from './steps.ts';

/** The most useful score first. The first alone is enough for 96 % of 2,150 real orders, the second for another 3 %. */
const scores: readonly Score[] = [lowest, backmost, tightest, deepest];

/** Whole layers are tried for at least this many equal units. */
const fewestForLayers = 4;

/** Number of sequences that are tried with layers. Further sequences never gave the best answer. */
const sequencesWithLayers = 2;

/** How often unplaced kinds are moved to the front. It helped 10 of 452 cartons, and none of them after the fifth time. */
const mostRounds = 5;

/** Something that no arrangement of the units can overcome, with the kind that is too large. */
export type Obstacle = { readonly cause: 'size'; readonly kind: Kind } | { readonly cause: 'weight' | 'volume' };

/** Attempts at filling a single carton. They are cached, so that none is made twice for one answer. */
export class Attempts {
  readonly kinds: readonly Kind[];
  readonly steps: Steps;
  /** Steps that the attempts for one type and one set of counts may take. */
  allowance = Number.POSITIVE_INFINITY;
  private readonly sequences: readonly (readonly Kind[])[];
  private readonly cachedContents = new Map<string, readonly Content[]>();
  private readonly cachedLayers = new Map<string, readonly Layer[]>();
  private readonly kindsInside = new Map<number, ReadonlySet<Kind>>();

  constructor(kinds: readonly Kind[], steps: Steps) {
    this.kinds = kinds;
    this.steps = steps;
    this.sequences = sequencesOf(kinds);
  }

  /** Steps of one look at the quantities of all kinds. */
  get stepsForCounts(): number {
    return stepsFor(this.kinds.length);
  }

  /** Returns one carton of the type with every unit in it, or undefined if no attempt placed them all. */
  whole(type: CartonType, wanted: Counts): Content | undefined {
    if (this.obstacle(type, wanted)) return undefined;
    return this.contents(type, wanted).find((one) => one.complete);
  }

  /** Returns why no arrangement of the units fits into the type; undefined if one may. */
  obstacle(type: CartonType, wanted: Counts): Obstacle | undefined {
    this.steps.take(this.stepsForCounts);
    let volume = 0;
    let weight = 0;
    for (const kind of this.kinds) {
      const qty = countAt(wanted, kind.index);
      if (qty === 0) continue;
      if (!this.goesInside(kind, type)) return { cause: 'size', kind };
      volume += qty * kind.volume;
      weight += qty * kind.weight;
    }
    if (weight > greatestLoad(type)) return { cause: 'weight' };
    return volume > innerVolume(type) ? { cause: 'volume' } : undefined;
  }

  /** Like the function `fitsAlone`, with a cached comparison of the sides. */
  fitsAlone(kind: Kind, type: CartonType): boolean {
    return kind.weight <= greatestLoad(type) && this.goesInside(kind, type);
  }

  private goesInside(kind: Kind, type: CartonType): boolean {
    let inside = this.kindsInside.get(type.id);
    if (!inside) {
      inside = new Set(this.kinds.filter((one) => goesInside(one, type)));
      this.kindsInside.set(type.id, inside);
    }
    return inside.has(kind);
  }

  /** Returns the different contents that the attempts produced. If every unit fits, it is a single content. */
  contents(type: CartonType, wanted: Counts): readonly Content[] {
    this.steps.take(this.stepsForCounts);
    const key = `${type.id}:${wanted.join()}`;
    const cached = this.cachedContents.get(key);
    if (cached) return cached;
    const contents = this.attempt(type, wanted);
    this.cachedContents.set(key, contents);
    return contents;
  }

  private attempt(type: CartonType, wanted: Counts): readonly Content[] {
    this.steps.take(2 * this.sequences.length * this.stepsForCounts);
    const kinds = this.kinds.filter((kind) => countAt(wanted, kind.index) > 0 && this.fitsAlone(kind, type));
    if (kinds.length === 0) return [];
    const least = Math.max(0, this.steps.left - this.allowance);
    const contents = new Map<string, Content>();
    for (const one of this.tries(type, kinds, wanted)) {
      if (one.complete) return [one];
      const key = one.counts.join();
      if (!contents.has(key)) contents.set(key, one);
      // The first attempt is made without steps left too, until the total ends it: each unit needs a carton.
      if (this.steps.left <= least) break;
    }
    return [...contents.values()];
  }

  private *tries(type: CartonType, kinds: readonly Kind[], wanted: Counts): Generator<Content> {
    const kind = mostOf(kinds, wanted);
    const stack = kind && { kind, layers: this.layersOf(kind, type) };
    let first: readonly Kind[] | undefined;
    let withLayers = stack ? sequencesWithLayers : 0;
    for (const sequence of sequencesFor(
      this.sequences,
      (one) => countAt(wanted, one.index) > 0 && this.fitsAlone(one, type),
    )) {
      first ??= sequence;
      for (const score of scores) {
        yield fill(type, sequence, wanted, score, this.steps);
        if (withLayers > 0) yield fill(type, sequence, wanted, score, this.steps, stack);
      }
      withLayers--;
    }
    if (!first || this.obstacle(type, wanted)) return;
    for (const score of scores) {
      let sequence = first;
      for (let round = 0; round < mostRounds; round++) {
        const content = fill(type, sequence, wanted, score, this.steps);
        yield content;
        sequence = unplacedFirst(sequence, content.counts, wanted);
      }
    }
  }

  private layersOf(kind: Kind, type: CartonType): readonly Layer[] {
    const key = `${type.id}:${kind.index}`;
    const layers = this.cachedLayers.get(key) ?? layersOf(kind, type, this.steps);
    this.cachedLayers.set(key, layers);
    return layers;
  }
}

/** Returns true if one unit of the kind goes into an empty carton of the type in some orientation and is not too heavy. */
export function fitsAlone(kind: Kind, type: CartonType): boolean {
  return kind.weight <= greatestLoad(type) && goesInside(kind, type);
}

/** Returns true if one unit of the kind goes into an empty carton of the type in some orientation, at any weight. */
export function goesInside(kind: Kind, type: CartonType): boolean {
  const [width, length, depth] = innerSides(type);
  return kind.orientations.some(([w, l, d]) => w <= width && l <= length && d <= depth);
}

/** Returns the kind with the greatest volume over all its units, among the kinds that may form layers. */
function mostOf(kinds: readonly Kind[], wanted: Counts): Kind | undefined {
  return kinds
    .filter((kind) => countAt(wanted, kind.index) >= fewestForLayers && !kind.fragile)
    .sort((one, other) => countAt(wanted, other.index) * other.volume - countAt(wanted, one.index) * one.volume)[0];
}
