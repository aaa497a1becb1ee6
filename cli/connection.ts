import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Client } from '../client/client.ts';
import type { EngineClient } from '../client/engine.ts';
import { readEnvironment } from '../config/environment.ts';
import { Failure } from '../lib/failure.ts';
import { displayed, note, type Terminal, terminalOf } from './output/terminal.ts';
import { readJson } from './stack/data-folder.ts';

export interface ConnectionOptions {
  /** Folder of the stack whose credentials are used. It takes precedence over the environment. */
  readonly data?: string;
  /** Whether results are printed as JSON. */
  readonly json?: boolean;
}

export interface Connection {
  readonly url: string;
  readonly apiKey: string;
  /** Address of Temporal's web UI, for links; undefined if unknown. */
  readonly temporalUi: string | undefined;
}

/** Adds the options of commands that call the service. */
export function connected(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--data <dir>',
        'folder of the running stack (default: CONVEYOR_URL and CONVEYOR_API_KEY, or .conveyor)',
      ),
    )
    .option('--json', 'print JSON');
}

/**
 * Returns the service to call: the one of the environment, or the stack on this machine. @throws Failure without a
 * service
 */
export function connectionOf({ data }: ConnectionOptions): Connection {
  const environment = readEnvironment();
  const { apiKey, url, temporalUi } = environment;
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new Failure(`CONVEYOR_URL is not a valid address: "${url}". An example is http://127.0.0.1:7420.`, 2);
  }
  if (data === undefined && apiKey) return { url, apiKey, temporalUi };
  const folder = resolve(data ?? environment.data);
  const credentials = readJson<{ url: string; admin: { api_key: string } }>(join(folder, 'credentials.json'));
  if (!credentials) {
    throw new Failure(
      `${join(folder, 'credentials.json')} does not exist. Start the stack with "npm start", set its folder with --data, or set CONVEYOR_URL and CONVEYOR_API_KEY.`,
      2,
    );
  }
  if (data === undefined && process.env.CONVEYOR_URL && url !== credentials.url) {
    throw new Failure(`CONVEYOR_URL is ${url}, and its key is missing. Set CONVEYOR_API_KEY too.`, 2);
  }
  return {
    url: credentials.url,
    apiKey: credentials.admin.api_key,
    temporalUi: temporalUi ?? temporalUiOfStack(credentials.url),
  };
}

/** Returns the address of Temporal's web UI, which a stack runs two ports above the service. */
function temporalUiOfStack(service: string): string | undefined {
  if (process.env.TEMPORAL_ADDRESS) return undefined;
  const url = new URL(service);
  return `${url.protocol}//${url.hostname}:${Number(url.port) + 2}`;
}

/**
 * Runs a command with a client.
 * @param orderName how the user names an order, for the next steps of a refusal
 * @throws Failure with a text for people if the service refuses or does not answer
 */
export async function withClient<T>(
  options: ConnectionOptions,
  work: (client: EngineClient, connection: Connection) => Promise<T>,
  orderName: (id: number) => string = String,
): Promise<T> {
  const connection = connectionOf(options);
  const { createEngineClient } = await import('../client/engine.ts');
  const client = createEngineClient({
    url: connection.url,
    apiKey: connection.apiKey,
    userAgent: 'conveyor command line',
  });
  try {
    return await work(client, connection);
  } catch (error) {
    throw await failureOf(error, connection, orderName);
  } finally {
    await client.close();
  }
}

/** Runs a command about one order with a client for orders of its kind and its id. @throws Failure as `withClient` */
export function withOrder<T>(
  options: ConnectionOptions,
  order: string,
  use: 'read' | 'change',
  work: (client: Client, id: number, connection: Connection) => Promise<T>,
): Promise<T> {
  let found: number | null = null;
  return withClient(
    options,
    async (client, connection) => {
      const { clientOfKind, findOrderOfKind } = await import('./order/find.ts');
      const named = await findOrderOfKind(client, order, use, note);
      found = named.id;
      return work(clientOfKind(client, named), found, connection);
    },
    (id) => (id === found ? order : String(id)),
  );
}

async function failureOf(error: unknown, { url }: Connection, orderName: (id: number) => string): Promise<unknown> {
  const { ProblemError, TransportError } = await import('../client/problem-error.ts');
  if (error instanceof TransportError) {
    if (error.code === 'NOT_JSON')
      return new Failure(`The server at ${url} is not Conveyor's service: it sent a web page.`, 1, { cause: error });
    return new Failure(`The service at ${url} does not answer (${error.code}). Is it running?`, 1, { cause: error });
  }
  if (!(error instanceof ProblemError)) return error;
  if (error.status === 401) return new Failure(`The service at ${url} refuses the key: ${error.detail}`, 1);
  // A faulty expression or an unknown field is a usage error.
  const usage = error.code === 'filter.invalid' || error.code.startsWith('query.');
  const { problemText } = await import('./order/problem-text.ts');
  const text = problemText(error, orderName, terminalOf(process.stderr).columns);
  return new Failure(text, usage ? 2 : 1, { cause: error });
}

/** Writes data to stdout. If the reader has closed the pipe, as `head` does, the process ends with 0. */
export function print(text: string): void {
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  process.stdout.write(displayed(text));
}

/** Prints a result: as JSON with `--json`, and otherwise as text. */
export function printResult(
  { json }: Pick<ConnectionOptions, 'json'>,
  value: unknown,
  text: (terminal: Terminal) => string,
): void {
  if (json) printJson(value);
  else print(text(terminalOf(process.stdout)));
}

export function printJson(value: unknown): void {
  print(`${JSON.stringify(value, null, 2)}\n`);
}
