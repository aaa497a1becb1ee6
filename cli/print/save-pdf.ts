import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { problemFrom, TransportError } from '../../client/problem-error.ts';
import { Failure } from '../../lib/failure.ts';

/** Address of a service and its key. */
export interface Source {
  readonly url: string;
  readonly apiKey: string;
}

/**
 * Streams a PDF of the service into a file; `-` is standard output. The file gets its name when it is complete.
 * @param path path of the PDF at the service
 * @throws ProblemError if the service refuses; Failure if the file cannot be written
 */
export async function savePdf({ url, apiKey }: Source, path: string, to: string): Promise<void> {
  const name = `GET ${path}`;
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
  const answer = await fetch(url + path, { headers: { authorization } }).catch((error: unknown) => {
    throw new TransportError(name, error);
  });
  if (!answer.ok || !answer.body) {
    throw problemFrom(answer.status, name, await answer.text(), answer.headers.get('retry-after') ?? undefined);
  }
  const body = Readable.fromWeb(answer.body as ReadableStream);
  if (to === '-') {
    // A reader may close the pipe early, as `head` does.
    return pipeline(body, process.stdout, { end: false }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(0);
    });
  }
  const part = `${to}.part`;
  try {
    await pipeline(body, createWriteStream(part));
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw new Failure(`${to} could not be written: ${(error as Error).message}`, 1, { cause: error });
  }
}
