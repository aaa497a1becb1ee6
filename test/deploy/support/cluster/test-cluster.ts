import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import type { Manifest } from '../chart.ts';
import { definitionFiles, definitionModules, definitionsOf } from '../custom-resources.ts';
import { goTool } from '../go-tool.ts';
import { ControlPlane, type Person } from './control-plane.ts';
import type { KubernetesApi } from './kubernetes-api.ts';
import { node, StandInKubelet } from './stand-in-kubelet.ts';

/** How a program ended. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Settings {
  /** The standard input. */
  readonly input?: string;
  /** Who calls. Default: the administrator. */
  readonly person?: Person;
}

/** The kinds of others that the chart uses and that a Go module describes. */
const customKinds = ['ScaledObject', 'TriggerAuthentication', 'ServiceMonitor', 'PodMonitor', 'HTTPRoute'];

/**
 * A folder with further CustomResourceDefinitions that no Go module contains, such as the ones of Temporal's worker
 * controller.
 */
const ownDefinitions = process.env.CONVEYOR_CUSTOM_RESOURCES;

/** The labels of a namespace that refuses pods with more rights than "restricted" allows, and warns of their owners. */
const restricted = Object.fromEntries(
  ['enforce', 'audit', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']),
);

/** A control plane with the kinds that the chart uses, and a stand-in for the kubelet. */
export class TestCluster {
  readonly plane: ControlPlane;
  readonly api: KubernetesApi;
  readonly kubelet: StandInKubelet;
  /** The kinds of others that the API server knows. */
  readonly customKinds: readonly string[];
  readonly #kubectl: string;

  private constructor(plane: ControlPlane, kubectl: string, kinds: readonly string[]) {
    this.plane = plane;
    this.api = plane.api();
    this.kubelet = new StandInKubelet(this.api);
    this.customKinds = kinds;
    this.#kubectl = kubectl;
  }

  static async start(): Promise<TestCluster> {
    const modules = await Promise.all(definitionModules.map(definitionsOf));
    const kindOf = (file: string): string => parse(readFileSync(file, 'utf8')).spec.names.kind;
    const files = modules.flat().filter((file) => customKinds.includes(kindOf(file)));
    if (ownDefinitions) files.push(...definitionFiles(ownDefinitions));
    const plane = await ControlPlane.start();
    const cluster = new TestCluster(plane, await goTool('kubectl'), files.map(kindOf));
    await cluster.#prepare(files);
    return cluster;
  }

  async end(): Promise<void> {
    await this.kubelet.end();
    await this.plane.end();
  }

  /** Creates a namespace under the Pod Security Standard "restricted", with the account that one set of values names. */
  async namespace(name: string): Promise<string> {
    const resources = [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: restricted } },
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'warehouse', namespace: name } },
    ];
    await this.#create(resources);
    const account = `/api/v1/namespaces/${name}/serviceaccounts/default`;
    await eventually(async () => ((await this.api.call('GET', account)).status === 200 ? [] : ['no default account']));
    return name;
  }

  /** Returns the resources whose kinds the API server knows. */
  known(manifests: readonly Manifest[]): Manifest[] {
    return manifests.filter(({ kind }) => kind !== 'WorkerDeployment' || this.customKinds.includes(kind));
  }

  /** Runs `kubectl apply`. @param more further arguments */
  apply(manifests: readonly Manifest[], ...more: string[]): Promise<Outcome> {
    return this.kubectl(['apply', ...more, '--filename', '-'], { input: documents(manifests) });
  }

  kubectl(args: readonly string[], settings: Settings = {}): Promise<Outcome> {
    return this.#run(this.#kubectl, args, settings);
  }

  /** @param helm the file of a version of helm */
  helm(helm: string, args: readonly string[], settings: Settings = {}): Promise<Outcome> {
    return this.#run(helm, args, settings);
  }

  /** Returns the resources of a namespace that have the labels of a release. */
  async ofRelease(namespace: string, release: string): Promise<Manifest[]> {
    const kinds = `${builtInKinds.join(',')},${this.customKinds.join(',')}`;
    const selector = `app.kubernetes.io/instance=${release}`;
    const { code, stdout, stderr } = await this.kubectl(['get', kinds, '-n', namespace, '-l', selector, '-o', 'json']);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout).items;
  }

  async #prepare(definitions: readonly string[]): Promise<void> {
    // Some are too large for the annotation that an ordinary `apply` writes.
    const files = definitions.flatMap((file) => ['--filename', file]);
    for (const args of [
      ['apply', '--server-side', ...files],
      ['wait', '--for=condition=Established', '--timeout=60s', ...files],
    ]) {
      const { code, stderr } = await this.kubectl(args);
      if (code !== 0) throw new Error(stderr);
    }
    const meaning = { value: 1000, globalDefault: false };
    await this.#create([
      { apiVersion: 'v1', kind: 'Node', metadata: { name: node } },
      { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'orders' }, ...meaning },
    ]);
  }

  async #create(items: readonly Manifest[]): Promise<void> {
    const { code, stderr } = await this.kubectl(['create', '--filename', '-'], { input: documents(items) });
    if (code !== 0) throw new Error(stderr);
  }

  #run(file: string, args: readonly string[], { input = '', person }: Settings): Promise<Outcome> {
    const env = { HOME: this.plane.folder, PATH: process.env.PATH, KUBECONFIG: this.plane.kubeconfig(person) };
    const child = spawn(file, args, { env, cwd: this.plane.folder, stdio: ['pipe', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (part) => (output.stdout += part));
    child.stderr.on('data', (part) => (output.stderr += part));
    // A program that ends before it reads everything says why in its output.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, ...output, stderr: withoutLog(output.stderr) }));
    });
  }
}

/** Helm logs that it ends its own watches. Warnings of the API server have a W before the date. */
const withoutLog = (output: string): string =>
  output
    .split('\n')
    .filter((line) => !/^[IE]\d{4} .*(reflector\.go:|context canceled)/.test(line))
    .join('\n');

/** Not as a List: kubectl checks the fields of a List itself, in place of the API server. */
const documents = (manifests: readonly Manifest[]) => manifests.map((each) => JSON.stringify(each)).join('\n---\n');

const builtInKinds = [
  'configmap',
  'deployment',
  'horizontalpodautoscaler',
  'ingress',
  'job',
  'networkpolicy',
  'pod',
  'poddisruptionbudget',
  'replicaset',
  'service',
  'serviceaccount',
];

/** Waits until a check finds no fault. @throws Error with the faults that remain after a minute */
export async function eventually(check: () => Promise<readonly string[]>): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const faults = await check();
    if (faults.length === 0) return;
    if (Date.now() > deadline) throw new Error(`after a minute:\n${faults.join('\n')}`);
    await pause(300);
  }
}
