import { Readable } from 'node:stream';
import { type ReservedThread, ThreadPool, threadModule } from '../threads/thread-pool.ts';
import type { DocumentKind, Printed } from './content.ts';
import type { Fonts, Paper } from './sheet.ts';

/** Layout settings of documents. */
export interface PrintSettings {
  readonly paper: Paper;
  /** Where labels of locations and badges go: ten on a sheet of `paper`, or each on a page of label size. */
  readonly labels?: 'sheet' | 'single';
  /** Font files that replace the bundled fonts. */
  readonly fonts?: Fonts | undefined;
}

/** The first values of a file. */
export interface FileStart {
  readonly title: string;
  readonly at: Date;
  readonly settings: PrintSettings;
}

/** Names of the kinds of documents. */
export const kindNames: Readonly<Record<DocumentKind, string>> = {
  picklist: 'Pick list',
  packingslip: 'Packing slip',
  cartonlabel: 'Carton label',
  locationlabel: 'Location labels',
  badge: 'Badges',
  commandsheet: 'Command codes',
  returnslip: 'Return slip',
};

/**
 * One thread draws all files: a page takes a millisecond or two, and a packing slip of 2,000 lines a fifth of a
 * second. It draws up to 32 files at a time, each for a caller who reads it.
 */
const pool = new ThreadPool(threadModule(import.meta.url, 'thread.js'), {
  threads: 1,
  waiting: 32,
  callMs: 30_000,
  memoryMb: 192,
  idleMs: 60_000,
});

let lastFile = 0;

/**
 * Draws documents into one PDF, each on a new page. Documents are drawn in a thread while the stream is read, so that only a few are
 * in memory. Equal documents have equal bytes.
 * @param about.at creation date of the file
 * @returns a stream; an error of `documents` destroys it
 * @throws PoolFull if too many files are read at the moment
 */
export function pdfOf(
  documents: Iterable<Printed> | AsyncIterable<Printed>,
  about: { title: string; at: Date },
  settings: PrintSettings,
): Readable {
  const thread = pool.reserve();
  const file = ++lastFile;
  const stream = Readable.from(chunksOf(thread, file, documents, { ...about, settings }), { highWaterMark: 1 });
  stream.once('close', () => {
    void thread.run('forget', { file }).catch(() => undefined);
    thread.release();
  });
  return stream;
}

async function* chunksOf(
  thread: ReservedThread,
  file: number,
  documents: Iterable<Printed> | AsyncIterable<Printed>,
  start: FileStart,
): AsyncGenerator<Buffer> {
  await thread.run('start', { file, start });
  for await (const printed of documents) {
    const bytes = (await thread.run('draw', { file, printed })) as Uint8Array;
    if (bytes.length > 0) yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }
  yield Buffer.from((await thread.run('end', { file })) as Uint8Array);
}
