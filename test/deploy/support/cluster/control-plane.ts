import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../../cli/stack/ports.ts';
import { goTool } from '../go-tool.ts';
import { KubernetesApi } from './kubernetes-api.ts';

/** The people who call the API server, by their tokens. The group of the administrator may do everything. */
const people = {
  administrator: { token: 'administrator-token', groups: 'system:masters' },
  installer: { token: 'installer-token', groups: 'installers' },
} as const;
export type Person = keyof typeof people;

/**
 * Controllers that the chart's resources need: for pods of Deployments and Jobs, endpoints, budgets, and the
 * removal of the rest.
 */
const controllers = [
  'clusterrole-aggregation',
  'deployment',
  'disruption',
  'endpointslice',
  'garbage-collector',
  'job',
  'namespace',
  'replicaset',
  'root-ca-certificate-publisher',
  'serviceaccount',
];

/** Time limit for the start of both servers on a busy machine, in milliseconds. */
const startsWithin = 120_000;

/** The API server of Kubernetes with kine on SQLite as its store, and the controllers. No pod is scheduled, and no container runs. */
export class ControlPlane {
  readonly folder = mkdtempSync(join(tmpdir(), 'conveyor-cluster-'));
  readonly #url: string;
  readonly #children: ChildProcess[] = [];
  readonly #abandon = () => {
    for (const child of this.#children) child.kill('SIGKILL');
  };

  private constructor(port: number) {
    this.#url = `https://127.0.0.1:${port}`;
    process.once('exit', this.#abandon);
  }

  /** Compiles what the cache lacks, and starts. @throws Error with the end of the output of a program that does not start */
  static async start(): Promise<ControlPlane> {
    const port = await freePort();
    const plane = new ControlPlane(port);
    for (const person of Object.keys(people) as Person[]) plane.#writeKubeconfig(person);
    try {
      await plane.#startStore();
      await plane.#startServer(port);
      await plane.#startControllers();
      return plane;
    } catch (error) {
      await plane.end();
      throw error;
    }
  }

  /** The interface as a person calls it. */
  api(person: Person = 'administrator'): KubernetesApi {
    return new KubernetesApi(this.#url, people[person].token, readFileSync(this.#file('apiserver.crt')));
  }

  /** Returns the file that kubectl and helm use to call the API server. */
  kubeconfig(person: Person = 'administrator'): string {
    return this.#file(`${person}.kubeconfig`);
  }

  /** Stops the programs, the last one first, and removes their folder. */
  async end(): Promise<void> {
    process.off('exit', this.#abandon);
    for (const child of this.#children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const late = pause(5_000, 'late', { ref: false });
      if ((await Promise.race([gone, late])) === 'late') child.kill('SIGKILL');
      await gone;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  readonly #file = (name: string) => join(this.folder, name);

  async #startStore(): Promise<void> {
    const arguments_ = [
      `--endpoint=sqlite://${this.#file('state.db')}?_journal=WAL&cache=shared&_busy_timeout=30000`,
      `--listen-address=unix://${this.#file('kine.sock')}`,
      '--metrics-bind-address=0',
    ];
    this.#spawn(await goTool('kine'), arguments_);
  }

  async #startServer(port: number): Promise<void> {
    const keys = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    writeFileSync(this.#file('accounts.pub'), keys.publicKey);
    writeFileSync(this.#file('accounts.key'), keys.privateKey, { mode: 0o600 });
    const tokens = Object.entries(people).map(([name, { token, groups }]) => `${token},${name},${name},"${groups}"`);
    writeFileSync(this.#file('tokens.csv'), tokens.join('\n'));
    const server = this.#spawn(await goTool('kube-apiserver'), [
      `--etcd-servers=unix://${this.#file('kine.sock')}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      `--secure-port=${port}`,
      // It makes its own certificate there, apiserver.crt.
      `--cert-dir=${this.folder}`,
      `--token-auth-file=${this.#file('tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${this.#file('accounts.pub')}`,
      `--service-account-signing-key-file=${this.#file('accounts.key')}`,
      '--service-cluster-ip-range=10.96.0.0/16',
      // No endpoint may be a loopback address.
      '--endpoint-reconciler-type=none',
    ]);
    await this.#until(server, async () => (await this.api().call('GET', '/readyz')).status === 200);
  }

  #writeKubeconfig(person: Person): void {
    const cluster = { server: this.#url, 'certificate-authority': this.#file('apiserver.crt') };
    const content = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'test', cluster }],
      users: [{ name: person, user: { token: people[person].token } }],
      contexts: [{ name: 'test', context: { cluster: 'test', user: person } }],
      'current-context': 'test',
    };
    writeFileSync(this.kubeconfig(person), JSON.stringify(content));
  }

  async #startControllers(): Promise<void> {
    const manager = this.#spawn(await goTool('kube-controller-manager'), [
      `--kubeconfig=${this.kubeconfig()}`,
      `--service-account-private-key-file=${this.#file('accounts.key')}`,
      `--root-ca-file=${this.#file('apiserver.crt')}`,
      `--controllers=${controllers.map((name) => `${name}-controller`).join(',')}`,
      '--leader-elect=false',
      '--secure-port=0',
    ]);
    // Pods need the account of their namespace.
    const account = '/api/v1/namespaces/default/serviceaccounts/default';
    await this.#until(manager, async () => (await this.api().call('GET', account)).status === 200);
  }

  #spawn(file: string, args: readonly string[]): RunningProgram {
    // Only what the tests know: no proxy and no configuration of the person who runs them.
    const child = spawn(file, args, {
      cwd: this.folder,
      env: { HOME: this.folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#children.push(child);
    let output = '';
    child.stderr.on('data', (part) => {
      output = `${output}${part}`.slice(-4_000);
    });
    return { file, child, output: () => output };
  }

  /** Waits for a condition. A server that refuses the connection is not ready yet. */
  async #until({ file, child, output }: RunningProgram, isReady: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + startsWithin;
    while (Date.now() < deadline && child.exitCode === null) {
      if (await isReady().catch(() => false)) return;
      await pause(200);
    }
    throw new Error(`${file} is not ready:\n${output()}`);
  }
}

interface RunningProgram {
  readonly file: string;
  readonly child: ChildProcess;
  /** The end of its log. */
  output(): string;
}
