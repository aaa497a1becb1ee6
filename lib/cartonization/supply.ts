import type { CartonType } from './carton-type.ts';

/** Carton types with the number of each that is still on the shelf. */
export class Supply {
  /** Smallest first. */
  readonly types: readonly CartonType[];
  private readonly used = new Map<number, number>();

  constructor(types: readonly CartonType[]) {
    this.types = types;
  }

  left(type: CartonType): number {
    return type.supply === null ? Number.POSITIVE_INFINITY : type.supply - (this.used.get(type.id) ?? 0);
  }

  take(type: CartonType, qty = 1): void {
    this.used.set(type.id, (this.used.get(type.id) ?? 0) + qty);
  }

  putBack(type: CartonType, qty = 1): void {
    this.take(type, -qty);
  }

  /** Returns the types with at least one carton on the shelf, smallest first. */
  available(): CartonType[] {
    return this.types.filter((type) => this.left(type) > 0);
  }
}
