import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '../../client/client.ts';
import { ProblemError } from '../../client/problem-error.ts';
import { Failure } from '../../lib/failure.ts';
import { activatedText } from '../config/changes-text.ts';
import { terminalOf } from '../output/terminal.ts';
import { keysOf } from './credentials.ts';
import { type DataFolder, openDataFolder, readJson, writeSecretJson } from './data-folder.ts';
import { isFromDatabase, pushFirstConfiguration } from './first-configuration.ts';
import { freePort, isFree, requireFreePorts } from './ports.ts';
import { requirePostgres } from './postgres/postgres.ts';
import { claimFolder } from './processes/claim.ts';
import { endLeftovers } from './processes/leftovers.ts';
import type { Program } from './processes/program.ts';
import {
  postgresProgram,
  type StackSettings,
  serviceProgram,
  temporalProgram,
  workerProgram,
} from './processes/programs.ts';
import { Supervised } from './processes/supervised.ts';
import { type StandInCarrier, startStandInCarrier } from './stand-in-carrier.ts';
import { runSteps, type Step } from './steps.ts';
import { temporalBinary } from './temporal/binary.ts';
import { prepareExternalTemporal } from './temporal/temporal.ts';

export interface StackOptions {
  /** Folder of all state. */
  readonly data: string;
  /** Port of the service; Temporal and its web pages use the next two. */
  readonly port: number;
  /** Path of the configuration file; undefined means the project's own file. */
  readonly config: string | undefined;
}

export interface StackAddresses {
  readonly url: string;
  readonly documentation: string;
  readonly temporalUi: string | undefined;
}

/** Time limit for the first `/status` with database, Temporal and workers without a problem, in milliseconds. */
const readyWithin = 90_000;
/** Time limit for a call of the service, in milliseconds. A configuration with plugins takes some seconds. */
const callWithin = 30_000;

/**
 * The local stack: PostgreSQL, a Temporal server, the service, the worker and a stand-in carrier on one machine. A program
 * that dies is restarted. `start` resolves when the stack can process orders. `stop` ends only programs that this stack started.
 */
export class Stack {
  readonly folder: DataFolder;
  readonly addresses: StackAddresses;
  readonly adminKey: string;
  /** Calls the service as the administrator. */
  readonly client: Client;
  readonly #options: StackOptions;
  readonly #output: NodeJS.WriteStream;
  readonly #releaseFolder: () => void;
  readonly #keys: ReturnType<typeof keysOf>;
  readonly #interrupted = new AbortController();
  /** The child processes in the order of their start. They stop in reverse order. */
  readonly #children: Supervised[] = [];
  #carrier: StandInCarrier | undefined;
  #databaseUrl = '';

  /** Claims the data folder. @throws Failure when another stack uses it */
  constructor(options: StackOptions, output: NodeJS.WriteStream) {
    const url = `http://127.0.0.1:${options.port}`;
    this.#options = options;
    this.#output = output;
    this.folder = openDataFolder(options.data);
    this.#releaseFolder = claimFolder(this.folder, url);
    this.#keys = keysOf(this.folder, url, process.env.CONVEYOR_ADMIN_KEY || undefined);
    this.adminKey = this.#keys.admin;
    this.client = createClient({ url, apiKey: this.adminKey, retries: 0, timeout: callWithin });
    this.addresses = {
      url,
      documentation: `${url}/docs`,
      temporalUi: process.env.TEMPORAL_ADDRESS
        ? process.env.CONVEYOR_TEMPORAL_UI
        : `http://127.0.0.1:${options.port + 2}`,
    };
  }

  /** Starts all programs and resolves when the stack is ready. @throws Failure when the configuration or a program is faulty */
  async start(): Promise<void> {
    const configFile = await this.#checkConfiguration();
    await endLeftovers(this.folder);
    await this.#requirePorts();
    this.#carrier = await startCarrier(this.folder);
    const settings = this.#settings(configFile, this.#carrier.url);
    await runSteps(
      [[this.#postgresStep(), this.#temporalStep()], [this.#serviceStep(settings)], [this.#workerStep(settings)]],
      this.#output,
    );
  }

  /** Lets service and worker read the configuration file again; a faulty file changes nothing. @returns the result as a sentence */
  async reload(): Promise<string> {
    try {
      const reloaded = await this.client.config.reload();
      // The worker checks for another rule set every few seconds. The signal spares that wait.
      if (reloaded.changed) for (const child of this.#children) if (child.name === 'worker') child.hangUp();
      return activatedText(reloaded, terminalOf(this.#output).columns).trimEnd();
    } catch (error) {
      if (error instanceof ProblemError) return `The configuration was not reloaded. ${error.detail}`;
      return `The configuration was not reloaded: the service does not answer (${error}).`;
    }
  }

  /** Stops all programs that this stack started: the worker first, so that each program outlives its callers. */
  async stop(): Promise<void> {
    this.#interrupted.abort();
    const named = (name: string) => this.#children.filter((child) => child.name === name);
    for (const group of [named('worker'), named('service'), [...named('temporal'), ...named('postgres')]]) {
      await Promise.all(group.map((child) => child.stop()));
    }
    await this.#carrier?.stop();
    await this.client.close();
    this.#releaseFolder();
  }

  /** Ends all programs at once. */
  kill(): void {
    this.#interrupted.abort();
    for (const child of this.#children) child.kill();
    this.#releaseFolder();
  }

  /** Loads the configuration file, to report its errors before any program starts. @returns its absolute path */
  async #checkConfiguration(): Promise<string> {
    const { defaultConfigurationFile, loadConfiguration } = await import('../../config/load.ts');
    const file = resolve(this.#options.config ?? defaultConfigurationFile);
    if (isFromDatabase()) return file;
    await loadConfiguration(file, { CONVEYOR_STAND_IN_CARRIER_URL: this.addresses.url, ...process.env });
    return file;
  }

  async #requirePorts(): Promise<void> {
    const { port } = this.#options;
    const ofTemporal = { Temporal: port + 1, "Temporal's web UI": port + 2 };
    await requireFreePorts(port, { 'the service': port, ...(process.env.TEMPORAL_ADDRESS ? {} : ofTemporal) });
  }

  #settings(configFile: string, standInCarrierUrl: string): StackSettings {
    const { port } = this.#options;
    return {
      folder: this.folder,
      keys: this.#keys,
      port,
      url: this.addresses.url,
      databaseUrl: () => this.#databaseUrl,
      configFile,
      standInCarrierUrl,
      temporalPort: process.env.TEMPORAL_ADDRESS ? undefined : port + 1,
      temporalUi: this.addresses.temporalUi,
    };
  }

  #postgresStep(): Step {
    return {
      title: 'PostgreSQL',
      run: async () => {
        const external = process.env.DATABASE_URL;
        if (external) {
          await requirePostgres(external);
          this.#databaseUrl = external;
          return `${new URL(external).host}${new URL(external).pathname}`;
        }
        const program = postgresProgram(this.folder, (url) => {
          this.#databaseUrl = url;
        });
        await this.#run(program);
        return new URL(this.#databaseUrl).host;
      },
    };
  }

  #temporalStep(): Step {
    const { port } = this.#options;
    return {
      title: 'Temporal',
      run: async (report) => {
        const external = process.env.TEMPORAL_ADDRESS;
        if (external) return prepareExternalTemporal(external);
        const binary = await temporalBinary(report, this.#interrupted.signal);
        report('starting');
        await this.#run(temporalProgram(this.folder, binary, port + 1, port + 2));
        return `127.0.0.1:${port + 1}`;
      },
    };
  }

  #serviceStep(settings: StackSettings): Step {
    return {
      title: 'Service',
      run: async () => {
        await this.#run(serviceProgram(settings));
        if (isFromDatabase()) await pushFirstConfiguration(this.client, settings.configFile);
        return this.addresses.url;
      },
    };
  }

  #workerStep(settings: StackSettings): Step {
    return {
      title: 'Worker',
      run: async () => {
        await this.#run(workerProgram(settings));
        await this.#untilReady();
        return 'ready for orders';
      },
    };
  }

  async #run(program: Program): Promise<void> {
    this.#interrupted.signal.throwIfAborted();
    const child = new Supervised(program, this.folder, (line) => this.#output.write(`${line}\n`));
    this.#children.push(child);
    await child.start();
  }

  /**
   * Polls `/status` until the database, Temporal and the workers have no problem. The relay does not count: a row of an earlier
   * day that Temporal refuses must not keep the stack from its start.
   */
  async #untilReady(): Promise<void> {
    const until = Date.now() + readyWithin;
    let last = '';
    while (Date.now() < until) {
      this.#interrupted.signal.throwIfAborted();
      try {
        const { state, database, schema, temporal, workers = [] } = await this.client.status.get();
        const problems = [database, schema, temporal, ...workers].flatMap((part) => part?.problem ?? []);
        // A service that cannot check credentials yet tells its state alone.
        if (database && problems.length === 0) return;
        last = problems.join(' ') || state;
      } catch (error) {
        last = String(error);
      }
      await pause(50);
    }
    throw new Failure(
      `The service was not ready within ${readyWithin / 1000} seconds. Its last answer: ${last.slice(0, 500)}`,
    );
  }
}

/** Starts the stand-in carrier on its previous port if that is free, so that printed label addresses stay valid. */
async function startCarrier(folder: DataFolder): Promise<StandInCarrier> {
  const known = readJson<{ port: number }>(folder.carrier)?.port;
  const port = known !== undefined && (await isFree(known)) ? known : await freePort();
  writeSecretJson(folder.carrier, { port });
  return startStandInCarrier(folder.labels, port);
}
