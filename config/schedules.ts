import { ExpressionError } from '../lib/expressions/error.ts';
import { nearest } from '../lib/expressions/nearest.ts';
import { parse } from '../lib/expressions/parse.ts';
import { CronError, type CronTimes, cronTimes } from './cron.ts';
import type { SourceFile } from './file/source-files.ts';
import type { Path } from './file/yaml-document.ts';
import type { ScheduleFile } from './schema.ts';

/** The policy if a schedule is due while its last run is still in progress. */
export type Overlap = ScheduleFile['overlap'];

/** The bulk run of a schedule: the body of `POST /bulkrun`. */
export interface ScheduledBulkRun {
  readonly action: string;
  /** Expression over orders. */
  readonly select: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Orders per second; null for no limit. */
  readonly rate: number | null;
}

/** A bulk run that starts at certain times. */
export interface Schedule {
  readonly name: string;
  /** As in the file. */
  readonly cron: readonly string[];
  /** The parsed times of each `cron` expression. */
  readonly times: readonly (readonly CronTimes[])[];
  /** IANA name. */
  readonly timeZone: string;
  readonly overlap: Overlap;
  readonly catchUpSeconds: number;
  readonly jitterSeconds: number;
  /** Null if the file does not decide: the last decision of a person then remains. */
  readonly paused: boolean | null;
  readonly note: string | null;
  readonly run: ScheduledBulkRun;
  /** Returns the position of one character of the selection in the file. */
  readonly selectAt: (position: number) => { readonly file: string; readonly line: number; readonly column: number };
}

/** Names are part of workflow ids and of the header `Idempotency-Key`, which allows only ASCII. */
const nameForm = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$/;
/** The minimum of Temporal, in seconds. */
const leastCatchUp = 10;

/**
 * Checks and compiles the schedules of a file.
 * @param known schedules of all files so far; those of this file are added
 */
export function compileSchedules(source: SourceFile, known: Map<string, Schedule>): void {
  const { sections, document, report, shown } = source;
  for (const [name, content] of Object.entries(sections.schedules)) {
    const path = ['schedules', name];
    const fault = (inner: Path, message: string) => report(document.at([...path, ...inner]), message);
    if (known.has(name)) report(document.atKey(path), `a schedule "${name}" exists already`);
    if (!nameForm.test(name)) {
      report(
        document.atKey(path),
        'expected a name of up to 60 letters, digits, spaces and . _ -, such as morning-issue',
      );
    }
    if (content.catch_up < leastCatchUp) fault(['catch_up'], `expected at least ${leastCatchUp}s`);
    // The interface accepts thousandths.
    const rate = content.run.rate === undefined ? null : Math.round(content.run.rate * 1000) / 1000;
    if (rate === 0) fault(['run', 'rate'], 'expected at least "4 per hour"');
    const select = content.run.select;
    const selection = [...path, 'run', 'select'];
    try {
      parse(select);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      report(document.atCharacter(selection, units(select, error.position)), error.message);
    }
    known.set(name, {
      name,
      cron: content.cron,
      times: content.cron.map((text, index) => timesOf(text, cronPath(source, path, index), source)),
      timeZone: timeZoneOf(content.time_zone, (message) => fault(['time_zone'], message)),
      overlap: content.overlap,
      catchUpSeconds: content.catch_up,
      jitterSeconds: content.jitter ?? 0,
      paused: content.paused ?? null,
      note: content.note ?? null,
      run: { ...content.run, rate },
      selectAt: (position) => ({ file: shown, ...document.atCharacter(selection, units(select, position)) }),
    });
  }
}

/** Converts a position in characters into an index of UTF-16 units. */
function units(text: string, position: number): number {
  return [...text].slice(0, position).join('').length;
}

/** Returns the path of one expression: `cron` may be a text or a list. */
function cronPath({ document }: SourceFile, path: Path, index: number): Path {
  const listed = [...path, 'cron', index];
  return document.has(listed) ? listed : [...path, 'cron'];
}

function timesOf(text: string, path: Path, { document, report }: SourceFile): CronTimes[] {
  try {
    return cronTimes(text);
  } catch (error) {
    if (!(error instanceof CronError)) throw error;
    report(document.atCharacter(path, error.position), error.message);
    return [];
  }
}

/** Returns the name in the case of IANA, because the Temporal server compares case. */
function timeZoneOf(name: string, fault: (message: string) => void): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Only JavaScript accepts an offset such as +02:00 as a zone. An older name of a zone is not changed.
    if (!/^[+-]/.test(name)) return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const [best] = nearest(name, Intl.supportedValuesOf('timeZone'));
  const expected = best === undefined ? 'expected a name such as UTC or Europe/Berlin' : `did you mean "${best}"?`;
  fault(`unknown time zone "${name}"; ${expected}`);
  return name;
}
