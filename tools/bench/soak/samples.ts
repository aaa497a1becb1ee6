import { readdirSync } from 'node:fs';
import type pg from 'pg';
import { type BenchStack, ofPrograms, type Program, programs } from '../support/bench-stack.ts';
import { proportionalMemoryMiB } from '../support/memory.ts';

/** The tables whose rows come and go: they may not grow with the orders. */
const passing = ['outbox', 'tally', 'webhookevent', 'issue_request', 'closed_workflow'];

/** Figures of the programs at a moment. */
export interface Sample {
  readonly minute: number;
  /** MiB of each program with its children. */
  readonly memory: Record<Program, number>;
  /** Open files and sockets. */
  readonly files: Record<Program, number>;
  /** Connections to PostgreSQL. */
  readonly connections: number;
  /** KiB of the tables whose rows come and go, with their indexes. */
  readonly passing: number;
  /** The share of dead rows in all tables. */
  readonly dead: number;
}

/** @returns null while a program that was killed is away */
export async function sample({ pidOf, database }: BenchStack, minute: number): Promise<Sample | null> {
  try {
    return {
      minute,
      memory: ofPrograms((name) => proportionalMemoryMiB(pidOf(name))),
      files: ofPrograms((name) => readdirSync(`/proc/${pidOf(name)}/fd`).length),
      ...(await ofDatabase(database)),
    };
  } catch {
    return null;
  }
}

async function ofDatabase(database: pg.Pool): Promise<Pick<Sample, 'connections' | 'passing' | 'dead'>> {
  const { rows } = await database.query<{ connections: number; passing: number; dead: number }>(
    `-- Counts connections, and measures the tables whose rows come and go, and the dead rows of all.
    select (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      (select sum(pg_total_relation_size(relid))::float8 / 1024 from pg_stat_user_tables where relname = any($1)) as passing,
      (select sum(n_dead_tup)::float8 / greatest(sum(n_live_tup), 1) from pg_stat_user_tables) as dead`,
    [passing],
  );
  return rows[0] as Pick<Sample, 'connections' | 'passing' | 'dead'>;
}

/** Returns the slope of values over minutes, for an hour: the line with the least squares. */
export function slopeOfHour(points: readonly { minute: number; value: number }[]): number {
  const mean = (of: (point: { minute: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [minute, value] = [mean((point) => point.minute), mean((point) => point.value)];
  const above = points.reduce((sum, point) => sum + (point.minute - minute) * (point.value - value), 0);
  const below = points.reduce((sum, point) => sum + (point.minute - minute) ** 2, 0);
  return below === 0 ? 0 : (above / below) * 60;
}

/** Returns the columns of a table over samples, each with its values. */
export const columnsOf = (): { name: string; of: (sample: Sample) => number }[] => [
  ...programs.map((name) => ({ name: `${name} MiB`, of: ({ memory }: Sample) => memory[name] })),
  ...programs.map((name) => ({ name: `${name} files`, of: ({ files }: Sample) => files[name] })),
  { name: 'connections', of: ({ connections }) => connections },
  { name: 'passing KiB', of: ({ passing }) => passing },
  { name: 'dead rows %', of: ({ dead }) => dead * 100 },
];
