import { reportedRows, type Violation } from './broken-rows.ts';

/** A part of the check: `open`, `recent`, `stock`, or a closed month such as `2026-05`. */
export type PartName = string;

/** How far a part is checked. */
export interface PartState {
  readonly part: PartName;
  /** The time of the end of the last checked order; null at the beginning. */
  readonly after_at: string | null;
  /** The id of the last checked order, or of the last checked part of stock. */
  readonly after_id: number;
  /** Of a month whose orders are checked: the next day whose movements are summed. */
  readonly next_day: string | null;
  readonly orders: number;
  readonly violations: readonly Violation[];
  readonly finished_at: string | null;
}

/** Changes of the checkpoint by a step. */
export type Progress = Partial<Omit<PartState, 'part' | 'violations'>> & { readonly broken: readonly Violation[] };

/** Returns the progress of the last step of a part. */
export const finished = () => ({ finished_at: `${new Date().toISOString().slice(0, 19)}+00:00` });

/** SQL: where the closed months end. A month is closed a day after its end: no transaction that began in it still runs. */
export const closedUntil = `(date_trunc('month', (now() - interval '1 day') at time zone 'UTC') at time zone 'UTC')`;

/** @param text such as `2026-12`. @returns such as `2027-01` */
export function nextMonth(text: string): string {
  const [year = 0, number = 0] = text.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

/** Returns the violations of a part, including one more step. A rule keeps its first rows. */
export function withBroken(before: readonly Violation[], broken: readonly Violation[]): Violation[] {
  const byRule = new Map(before.map(({ rule, rows }) => [rule, rows]));
  for (const { rule, rows } of broken) byRule.set(rule, [...(byRule.get(rule) ?? []), ...rows].slice(0, reportedRows));
  return [...byRule].map(([rule, rows]) => ({ rule, rows }));
}
