import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../cli/stack/ports.ts';
import { temporalBinary } from '../../../cli/stack/temporal/binary.ts';
import { temporalLaunch, temporalReady } from '../../../cli/stack/temporal/temporal.ts';

/** A Temporal server of one test, with its data on disk: it can be killed and started again. */
export class OwnTemporal {
  readonly address: string;
  readonly #port: number;
  readonly #binary: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'conveyor-temporal-'));
  readonly #saved = `${this.#folder}-saved`;
  #process: ChildProcess | undefined;
  /** Kills the server where the test ends early. */
  readonly #abandon = () => void this.#process?.kill('SIGKILL');

  /** Settings of the server beside those of a stack, by their names in its dynamic configuration. */
  readonly #settings: Readonly<Record<string, number>>;

  private constructor(port: number, binary: string, settings: Readonly<Record<string, number>>) {
    this.#port = port;
    this.#binary = binary;
    this.#settings = settings;
    this.address = `127.0.0.1:${port}`;
    process.once('exit', this.#abandon);
  }

  static async start(settings: Readonly<Record<string, number>> = {}): Promise<OwnTemporal> {
    const own = new OwnTemporal(await freePort(), await temporalBinary(), settings);
    await own.start();
    return own;
  }

  async start(): Promise<void> {
    const place = { port: this.#port, uiPort: undefined, file: join(this.#folder, 'temporal.db') };
    const { command, args, env } = temporalLaunch(this.#binary, place);
    const more = Object.entries(this.#settings).flatMap(([name, value]) => [
      '--dynamic-config-value',
      `${name}=${value}`,
    ]);
    this.#process = spawn(command, [...args, ...more], { env, stdio: 'ignore' });
    await temporalReady(this.#port);
  }

  /** Keeps a copy of the data. The server does not run during the copy. */
  async save(): Promise<void> {
    await this.kill();
    cpSync(this.#folder, this.#saved, { recursive: true });
    await this.start();
  }

  /** Restores the copy of the data. */
  async restore(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true });
    cpSync(this.#saved, this.#folder, { recursive: true });
    await this.start();
  }

  async kill(): Promise<void> {
    const server = this.#process!;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  async remove(): Promise<void> {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) await this.kill();
    process.off('exit', this.#abandon);
    for (const folder of [this.#folder, this.#saved]) rmSync(folder, { recursive: true, force: true });
  }
}
