import type { Kind } from '../kinds.ts';

/** Hands out the rows of a kind unit by unit, so that each unit placed or left carries the key it came with. */
export class RowLabels {
  private readonly rows: { key: string; left: number }[][];

  constructor(kinds: readonly Kind[]) {
    this.rows = kinds.map((kind) => kind.rows.map(({ key, qty }) => ({ key, left: qty })));
  }

  next(kind: number): string {
    const row = this.rows[kind]!.find(({ left }) => left > 0)!;
    row.left--;
    return row.key;
  }

  /** What was not handed out. */
  rest(kind: number): { key: string; qty: number }[] {
    return this.rows[kind]!.filter(({ left }) => left > 0).map(({ key, left }) => ({ key, qty: left }));
  }
}
