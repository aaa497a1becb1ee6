import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keysOf } from './credentials.ts';
import { type DataFolder, openDataFolder, readJson, writeSecretJson } from './data-folder.ts';
import { demandFree, freePort, isFree } from './ports.ts';
import { demandPostgres } from './postgres/postgres.ts';
import { claimFolder } from './processes/claim.ts';
import { Failure } from './processes/failure.ts';
import { endLeftovers } from './processes/leftovers.ts';
import type { Program } from './processes/program.ts';
import {
  postgresProgram,
  type Surroundings,
  serviceProgram,
  temporalProgram,
  workerProgram,
} from './processes/programs.ts';
import { Supervised } from './processes/supervised.ts';
import { reloadService } from './reload.ts';
import { type StandInCarrier, startStandInCarrier } from './stand-in-carrier.ts';
import { runSteps } from './steps.ts';
import { temporalBinary } from './temporal/binary.ts';
import { useForeignTemporal } from './temporal/foreign-server.ts';

export interface StackOptions {
  /** Folder of all state. */
  readonly data: string;
  /** Port of the service; Temporal and its web pages take the two after it. */
  readonly port: number;
  /** The operators' file; the project's own where none is given. */
  readonly config: string | undefined;
}

export interface StackAddresses {
  readonly url: string;
  readonly documentation: string;
  readonly temporalUi: string | undefined;
}

const readyWithin = 90_000;

/**
 * The local stack: PostgreSQL, a Temporal server, the service, the worker and a stand-in carrier on one machine, each
 * restarted when it dies. `start` resolves when orders can be worked; `stop` ends what was started here and nothing else.
 */
export class Stack {
  readonly folder: DataFolder;
  readonly addresses: StackAddresses;
  readonly adminKey: string;
  readonly #options: StackOptions;
  readonly #output: NodeJS.WriteStream;
  readonly #release: () => void;
  readonly #keys: ReturnType<typeof keysOf>;
  readonly #interrupted = new AbortController();
  /** In the order of their start; stopped the other way round. */
  readonly #children: Supervised[] = [];
  #carrier: StandInCarrier | undefined;

  /** Claims the data folder; refuses where another stack works on it. */
  constructor(options: StackOptions, output: NodeJS.WriteStream) {
    const url = `http://127.0.0.1:${options.port}`;
    this.#options = options;
    this.#output = output;
    this.folder = openDataFolder(options.data);
    this.#release = claimFolder(this.folder, url);
    this.#keys = keysOf(this.folder, url, process.env.CONVEYOR_ADMIN_KEY || undefined);
    this.adminKey = this.#keys.admin;
    this.addresses = {
      url,
      documentation: `${url}/docs`,
      temporalUi: process.env.TEMPORAL_ADDRESS
        ? process.env.CONVEYOR_TEMPORAL_UI
        : `http://127.0.0.1:${options.port + 2}`,
    };
  }

  async start(): Promise<void> {
    const { port } = this.#options;
    const { defaultConfigurationFile, loadConfiguration } = await import('../config/load.ts');
    const configFile = resolve(this.#options.config ?? defaultConfigurationFile);
    // Its faults are told before anything is started.
    await loadConfiguration(configFile, { CONVEYOR_STAND_IN_CARRIER_URL: this.addresses.url, ...process.env });
    await endLeftovers(this.folder);
    const foreign = process.env.TEMPORAL_ADDRESS;
    await demandFree(port, {
      'the service': port,
      ...(foreign ? {} : { Temporal: port + 1, "Temporal's web pages": port + 2 }),
    });
    this.#carrier = await startCarrier(this.folder);

    let databaseUrl = () => '';
    const around: Surroundings = {
      folder: this.folder,
      keys: this.#keys,
      port,
      url: this.addresses.url,
      databaseUrl: () => databaseUrl(),
      configFile,
      standInCarrierUrl: this.#carrier.url,
      temporalPort: foreign ? undefined : port + 1,
      temporalUi: this.addresses.temporalUi,
    };
    const postgres = {
      title: 'PostgreSQL',
      run: async () => {
        const given = process.env.DATABASE_URL;
        if (given) {
          await demandPostgres(given);
          databaseUrl = () => given;
          return `${new URL(given).host}${new URL(given).pathname}`;
        }
        const program = postgresProgram(this.folder);
        databaseUrl = program.url;
        await this.#run(program);
        return new URL(program.url()).host;
      },
    };
    const temporal = {
      title: 'Temporal',
      run: async (say: (progress: string) => void) => {
        if (foreign) return useForeignTemporal(foreign);
        const binary = await temporalBinary(say, this.#interrupted.signal);
        say('starting');
        await this.#run(temporalProgram(this.folder, binary, port + 1, port + 2));
        return `127.0.0.1:${port + 1}`;
      },
    };
    const service = {
      title: 'Service',
      run: async () => {
        await this.#run(serviceProgram(around));
        return this.addresses.url;
      },
    };
    const worker = {
      title: 'Worker',
      run: async () => {
        await this.#run(workerProgram(around));
        await this.#untilReady();
        return 'takes orders';
      },
    };
    await runSteps([[postgres, temporal], [service], [worker]], this.#output);
  }

  /** Has service and worker read the operators' file again; a faulty one changes nothing. Gives what is to be told of it. */
  async reload(): Promise<string> {
    const { active, told } = await reloadService(this.addresses.url, this.adminKey);
    // It would see by itself that another rule set is armed, some seconds later.
    if (active) for (const child of this.#children) if (child.name === 'worker') child.hangUp();
    return told;
  }

  /** Stops everything that was started, worker first, so that nothing is asked of what is already gone. */
  async stop(): Promise<void> {
    this.#interrupted.abort();
    const named = (name: string) => this.#children.filter((child) => child.name === name);
    for (const group of [named('worker'), named('service'), [...named('temporal'), ...named('postgres')]]) {
      await Promise.all(group.map((child) => child.stop()));
    }
    await this.#carrier?.stop();
    this.#release();
  }

  /** Ends everything at once. */
  kill(): void {
    this.#interrupted.abort();
    for (const child of this.#children) child.kill();
    this.#release();
  }

  async #run(program: Program): Promise<void> {
    this.#interrupted.signal.throwIfAborted();
    const child = new Supervised(program, this.folder, (line) => this.#output.write(`${line}\n`));
    this.#children.push(child);
    await child.start();
  }

  /** `/readyz` speaks for database, outbox relay and engine together. */
  async #untilReady(): Promise<void> {
    const until = Date.now() + readyWithin;
    let last = '';
    while (Date.now() < until) {
      this.#interrupted.signal.throwIfAborted();
      try {
        const answer = await fetch(`${this.addresses.url}/readyz`, { signal: AbortSignal.timeout(5_000) });
        if (answer.ok) return;
        last = await answer.text();
      } catch (error) {
        last = String(error);
      }
      await pause(50);
    }
    throw new Failure(`The service was not ready within ${readyWithin / 1000} seconds: ${last.slice(0, 500)}`);
  }
}

/** On the same port as before where that is free: printed addresses of labels go on working. */
async function startCarrier(folder: DataFolder): Promise<StandInCarrier> {
  const known = readJson<{ port: number }>(folder.carrier)?.port;
  const port = known !== undefined && (await isFree(known)) ? known : await freePort();
  writeSecretJson(folder.carrier, { port });
  return startStandInCarrier(folder.labels, port);
}
