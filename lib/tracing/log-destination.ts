import { fstatSync, write, writeSync } from 'node:fs';

/** The most bytes that wait in memory: some thousand lines. */
const mostBytes = 1_048_576;
/** Milliseconds between a failed write and the next attempt. */
const pauseAfterFailure = 500;

/**
 * Writes the lines of a log to a file descriptor. A full disk or a reader that does not read never stops the
 * process and never ends it: lines wait in memory up to a limit, and further ones are lost. When the log can be written again, it
 * says how many were lost.
 */
export class LogDestination {
  readonly #descriptor: number;
  #waiting: string[] = [];
  #bytes = 0;
  #lost = 0;
  /** The rest of the lines that are being written. */
  #rest: Buffer | null = null;
  /** Whether a write is under way, or is tried again later. */
  #isWriting = false;
  readonly #canBlock: boolean;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    const kind = fstatSync(descriptor);
    this.#canBlock = kind.isFIFO() || kind.isSocket();
  }

  /** Adds a line, which ends with a line break. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#bytes + bytes > mostBytes) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(line);
    this.#bytes += bytes;
    if (this.#isWriting) return;
    if (this.#canBlock) this.#writeNext();
    else this.#writeAll();
  }

  /** Writes what waits, before the process ends. Lines that cannot be written are lost. */
  flushSync(): void {
    try {
      for (let rest = this.#next(); rest; rest = this.#next()) this.#written(writeSync(this.#descriptor, rest));
    } catch {
      // The log is the only place that could tell it.
    }
  }

  /** Writes to a file or a terminal, at once: a line that was logged is then in the file, also after `kill -9`. */
  #writeAll(): void {
    this.#isWriting = false;
    try {
      for (let rest = this.#next(); rest; rest = this.#next()) this.#written(writeSync(this.#descriptor, rest));
    } catch {
      this.#isWriting = true;
      setTimeout(() => this.#writeAll(), pauseAfterFailure).unref();
    }
  }

  /** Writes to a pipe, in the background: its reader may read nothing. */
  #writeNext(): void {
    const rest = this.#next();
    this.#isWriting = rest !== null;
    if (!rest) return;
    write(this.#descriptor, rest, (error, length) => {
      if (error) {
        setTimeout(() => this.#writeNext(), pauseAfterFailure).unref();
        return;
      }
      this.#written(length);
      this.#writeNext();
    });
  }

  /** Returns the bytes to write next; null if nothing waits. */
  #next(): Buffer | null {
    if (this.#rest === null && this.#waiting.length + this.#lost > 0) {
      this.#rest = Buffer.from(this.#waiting.join('') + this.#lostLine());
      this.#bytes = this.#rest.length;
      this.#waiting = [];
      this.#lost = 0;
    }
    return this.#rest;
  }

  #written(length: number): void {
    this.#bytes -= length;
    this.#rest = this.#rest && this.#rest.length > length ? this.#rest.subarray(length) : null;
  }

  #lostLine(): string {
    if (this.#lost === 0) return '';
    const line = { level: 40, time: new Date().toISOString(), lost: this.#lost, msg: 'lines of the log were lost' };
    return `${JSON.stringify(line)}\n`;
  }
}

let standardOutput: LogDestination | undefined;

/** Returns the destination of the log of this process. */
export function logOutput(): LogDestination {
  if (!standardOutput) {
    const destination = new LogDestination(1);
    process.on('exit', () => destination.flushSync());
    // A write to a full disk is an error of the stream. Without a listener the process would end.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    standardOutput = destination;
  }
  return standardOutput;
}
