import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../stack/ports.ts';
import { temporalBinary } from '../../../stack/temporal/binary.ts';
import { temporalLaunch, temporalReady } from '../../../stack/temporal/temporal.ts';

/** A Temporal server of one test, with its data on disk: it can be killed and started again. */
export class OwnTemporal {
  readonly address: string;
  readonly #port: number;
  readonly #binary: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'conveyor-temporal-'));
  #process: ChildProcess | undefined;
  /** Kills the server where the test ends early. */
  readonly #abandon = () => void this.#process?.kill('SIGKILL');

  private constructor(port: number, binary: string) {
    this.#port = port;
    this.#binary = binary;
    this.address = `127.0.0.1:${port}`;
    process.once('exit', this.#abandon);
  }

  static async start(): Promise<OwnTemporal> {
    const own = new OwnTemporal(await freePort(), await temporalBinary());
    await own.start();
    return own;
  }

  async start(): Promise<void> {
    const place = { port: this.#port, uiPort: undefined, file: join(this.#folder, 'temporal.db') };
    const { command, args, env } = temporalLaunch(this.#binary, place);
    this.#process = spawn(command, args, { env, stdio: 'ignore' });
    await temporalReady(this.#port);
  }

  async kill(): Promise<void> {
    const server = this.#process!;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  async remove(): Promise<void> {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) await this.kill();
    process.off('exit', this.#abandon);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
