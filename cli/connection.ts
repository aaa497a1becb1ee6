import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Client } from '../client/client.ts';
import { readEnvironment } from '../config/environment.ts';
import { readJson } from '../stack/data-folder.ts';
import { Failure } from '../stack/processes/failure.ts';

export interface ConnectionOptions {
  /** Folder of a stack whose credentials are used; given on the command line it goes before the environment. */
  readonly data?: string;
}

export interface Connection {
  readonly url: string;
  readonly apiKey: string;
  /** Address of Temporal's web pages, for links; undefined where nothing tells it. */
  readonly temporalUi: string | undefined;
}

/** What every command takes that talks to the service. */
export function connected(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--data <dir>',
        'folder of the running stack (default: CONVEYOR_URL and CONVEYOR_API_KEY, or else .conveyor)',
      ),
    )
    .option('--json', 'print JSON');
}

/** The service that a command talks to: the environment names it, or else the credentials of the stack on this machine. */
export function connectionOf({ data }: ConnectionOptions): Connection {
  const environment = readEnvironment();
  const { apiKey, url, temporalUi } = environment;
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new Failure(`CONVEYOR_URL is no address: "${url}". One is http://127.0.0.1:7420.`, 2);
  }
  if (data === undefined && apiKey) return { url, apiKey, temporalUi };
  const folder = resolve(data ?? environment.data);
  const found = readJson<{ url: string; admin: { api_key: string } }>(join(folder, 'credentials.json'));
  if (!found) {
    throw new Failure(
      `There is no ${join(folder, 'credentials.json')}: start the stack with "npm start", name its folder with --data, or set CONVEYOR_URL and CONVEYOR_API_KEY.`,
      2,
    );
  }
  if (data === undefined && process.env.CONVEYOR_URL && url !== found.url) {
    throw new Failure(`CONVEYOR_URL is ${url}, and the key for it is missing: set CONVEYOR_API_KEY too.`, 2);
  }
  return { url: found.url, apiKey: found.admin.api_key, temporalUi: temporalUi ?? besides(found.url) };
}

/** A stack keeps Temporal's pages two ports above the service. */
function besides(service: string): string | undefined {
  if (process.env.TEMPORAL_ADDRESS) return undefined;
  const url = new URL(service);
  return `${url.protocol}//${url.hostname}:${Number(url.port) + 2}`;
}

/** Runs a command against the service, and tells in a sentence when there is no getting on with it. */
export async function withClient<T>(
  options: ConnectionOptions,
  work: (client: Client, connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = connectionOf(options);
  const { createClient } = await import('../client/client.ts');
  const client = createClient({ url: connection.url, apiKey: connection.apiKey, userAgent: 'conveyor command line' });
  try {
    return await work(client, connection);
  } catch (error) {
    throw await explained(error, connection);
  } finally {
    await client.close();
  }
}

async function explained(error: unknown, { url }: Connection): Promise<unknown> {
  const { ProblemError, TransportError } = await import('../client/problem-error.ts');
  if (error instanceof TransportError) {
    if (error.code === 'NOT_JSON')
      return new Failure(`What answers at ${url} is not Conveyor's service: it sent a web page.`, 1, { cause: error });
    return new Failure(`The service at ${url} does not answer (${error.code}). Is it running?`, 1, { cause: error });
  }
  if (!(error instanceof ProblemError)) return error;
  if (error.status === 401) return new Failure(`The service at ${url} does not take the key: ${error.detail}`, 1);
  // An expression or a field that the caller wrote and the service does not know.
  const usage = error.code === 'filter.invalid' || error.code.startsWith('query.');
  return new Failure(error.detail, usage ? 2 : 1, { cause: error });
}

/** Data goes to stdout; a reader that has seen enough, such as `head`, is no failure. */
export function print(text: string): void {
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  process.stdout.write(text);
}

export function printJson(value: unknown): void {
  print(`${JSON.stringify(value, null, 2)}\n`);
}
