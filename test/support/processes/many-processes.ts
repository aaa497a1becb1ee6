import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../cli/stack/ports.ts';
import { type Build, thisBuild } from './builds.ts';

/** Whether HAProxy, a load balancer, is on this machine. Tests with several services need it. */
export const hasBalancer = spawnSync('haproxy', ['-v']).status === 0;

/** Time limit for the start of a process on a busy machine, in milliseconds. */
const startsWithin = 90_000;
/** Time limit for the end of a process after a stop, in milliseconds. The handbook has supervisors wait as long. */
const stopsWithin = 30_000;

/** A service or worker: it can be stopped and started again at the same address. */
export interface Replica {
  readonly name: string;
  /** Stops it as a supervisor does when a new build is rolled out, or with SIGKILL as a machine that dies. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it. @param build the build of the program from now on. Default: the one that it had before */
  start(build?: Build): Promise<void>;
}

export interface Place {
  /** The folder for the files of the load balancer and the labels. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly configFile: string;
  readonly carrierUrl: string;
  readonly keys: { readonly admin: string; readonly engine: string };
  /** The build of the programs at first. Default: that of this clone. */
  readonly build?: Build;
  /** Variables of all programs. */
  readonly variables?: NodeJS.ProcessEnv;
}

/** Services behind a load balancer and workers with a role each, as on several machines. */
export class ManyProcesses {
  /** The address of the load balancer. */
  readonly url: string;
  readonly services: Replica[] = [];
  readonly workers: Replica[] = [];
  /** The build of each process that was started, by its id. */
  readonly builds = new Map<number, Build>();
  readonly #place: Place;
  readonly #children = new Set<ChildProcess>();
  readonly #abandon = () => {
    for (const child of this.#children) child.kill('SIGKILL');
  };

  private constructor(place: Place, port: number) {
    this.#place = place;
    this.url = `http://127.0.0.1:${port}`;
    process.once('exit', this.#abandon);
  }

  /** @param roles the role of each worker, as `conveyor worker --role` takes it */
  static async start(place: Place, services: number, roles: readonly string[]): Promise<ManyProcesses> {
    const started = new ManyProcesses(place, await freePort());
    const ports: number[] = [];
    for (let at = 0; at < services; at += 1) ports.push(await freePort());
    for (const port of ports) started.services.push(started.#service(port));
    for (const role of roles) started.workers.push(await started.addWorker(role));
    await started.#balance(ports);
    // The first service migrates the database.
    for (const replica of [...started.services, ...started.workers]) await replica.start();
    return started;
  }

  /**
   * Adds a worker, which does not run yet.
   * @param role empty for all roles
   * @param variables variables beside those of all programs
   */
  async addWorker(role: string, variables: NodeJS.ProcessEnv = {}): Promise<Replica> {
    const port = await freePort();
    const own = { CONVEYOR_API_KEY: this.#place.keys.engine, CONVEYOR_WORKER_HEALTH: `127.0.0.1:${port}` };
    const args = ['worker', ...(role ? ['--role', role] : [])];
    const health = `http://127.0.0.1:${port}/readyz`;
    return this.#replica(`worker ${port} of ${role || 'all roles'}`, args, { ...own, ...variables }, health);
  }

  async end(): Promise<void> {
    process.off('exit', this.#abandon);
    for (const replica of [...this.workers, ...this.services]) await replica.stop('SIGTERM');
    this.#abandon();
  }

  #service(port: number): Replica {
    const health = `http://127.0.0.1:${port}/readyz`;
    // Longer than the load balancer takes to notice: two checks, 300 ms apart, on a busy machine.
    const secrets = {
      CONVEYOR_STOP_DELAY: '3',
      CONVEYOR_ADMIN_KEY: this.#place.keys.admin,
      CONVEYOR_ENGINE_KEY: this.#place.keys.engine,
    };
    return this.#replica(`service ${port}`, ['serve'], { CONVEYOR_PORT: String(port), ...secrets }, health);
  }

  #replica(name: string, args: readonly string[], variables: NodeJS.ProcessEnv, health: string): Replica {
    let child: ChildProcess | undefined;
    let build = this.#place.build ?? thisBuild;
    return {
      name,
      start: async (next = build) => {
        build = next;
        child = this.#spawn(process.execPath, [join(build.root, 'dist', 'cli', 'main.js'), ...args], variables);
        this.builds.set(child.pid ?? 0, build);
        await answers(health, name, child);
      },
      stop: async (signal) => {
        const running = child;
        if (!running || running.exitCode !== null) return;
        const gone = once(running, 'exit');
        running.kill(signal);
        const late = pause(stopsWithin, 'late', { ref: false });
        if ((await Promise.race([gone, late])) === 'late') throw new Error(`${name} did not stop within 30 s.`);
      },
    };
  }

  /** Starts the load balancer as the handbook describes it: it asks `/readyz`, and tries another service where one refuses a connection. */
  async #balance(ports: readonly number[]): Promise<void> {
    const servers = ports.map((port) => `  server s${port} 127.0.0.1:${port} check`);
    const file = join(this.#place.folder, 'haproxy.cfg');
    writeFileSync(
      file,
      `defaults
  mode http
  timeout connect 2s
  timeout client 70s
  timeout server 70s
  timeout check 5s
  retries 3
  option redispatch 1
frontend conveyor
  bind ${new URL(this.url).host}
  default_backend services
backend services
  option httpchk GET /readyz
  default-server inter 300ms fall 2 rise 1
${servers.join('\n')}
`,
    );
    this.#spawn('haproxy', ['-f', file, '-db'], {});
  }

  #spawn(command: string, args: readonly string[], variables: NodeJS.ProcessEnv): ChildProcess {
    const { databaseUrl, temporalAddress, configFile, carrierUrl, folder } = this.#place;
    const child = spawn(command, args, {
      cwd: folder,
      env: {
        ...process.env,
        CONVEYOR_DATABASE_URL: databaseUrl,
        TEMPORAL_ADDRESS: temporalAddress,
        CONVEYOR_CONFIG: configFile,
        CONVEYOR_STAND_IN_CARRIER_URL: carrierUrl,
        CONVEYOR_URL: this.url,
        CONVEYOR_HOST: '127.0.0.1',
        CONVEYOR_DATA: folder,
        ...this.#place.variables,
        ...variables,
      },
      stdio: process.env.TEST_LOG_LEVEL ? ['ignore', 'inherit', 'inherit'] : 'ignore',
    });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }
}

/** Waits until a process says that it is ready. */
async function answers(url: string, name: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + startsWithin; Date.now() < deadline; ) {
    if (child.exitCode !== null) throw new Error(`${name} ended with code ${child.exitCode}.`);
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(100);
  }
  throw new Error(`${name} was not ready within ${startsWithin / 1000} s.`);
}
