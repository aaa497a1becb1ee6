import { setTimeout as pause } from 'node:timers/promises';
import type { Manifest } from '../chart.ts';
import type { KubernetesApi } from './kubernetes-api.ts';

/** The name of its only node. */
export const node = 'stand-in';

/** Milliseconds between two looks at the pods. */
const interval = 250;

/**
 * Puts each new pod on the only node, in place of the scheduler. Reports in place of a kubelet that the pod runs and is ready, or has
 * done its work where it is to end. No container starts.
 */
export class StandInKubelet {
  /** Pods that match fail, as if their container had exited with 1 again and again. */
  fails: (pod: Manifest) => boolean = () => false;
  /** While it is true, new pods stay pending. */
  isPaused = false;
  /** The pods that it has reported, by the value of `namespace/name`, in their reported state. */
  readonly reported = new Map<string, Manifest>();
  readonly #api: KubernetesApi;
  readonly #ended: Promise<void>;
  #isEnded = false;
  #address = 0;

  constructor(api: KubernetesApi) {
    this.#api = api;
    this.#ended = this.#work();
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#ended;
  }

  async #work(): Promise<void> {
    while (!this.#isEnded) {
      if (!this.isPaused) await this.#look();
      await pause(interval);
    }
  }

  async #look(): Promise<void> {
    await this.#balance();
    for (const pod of await this.#api.list('/api/v1/pods')) {
      if (this.isPaused) return;
      if (pod.metadata.deletionTimestamp) await this.#remove(pod);
      else if (pod.status.phase === 'Pending') await this.#report(pod);
    }
  }

  /** Gives each load balancer its address, in place of a cloud. Helm 3 waits for it. */
  async #balance(): Promise<void> {
    for (const service of await this.#api.list('/api/v1/services')) {
      if (service.spec.type !== 'LoadBalancer' || service.status.loadBalancer.ingress) continue;
      const { name, namespace } = service.metadata;
      const status = { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } };
      await this.#api.call('PATCH', `/api/v1/namespaces/${namespace}/services/${name}/status`, { status });
    }
  }

  async #report(pod: Manifest): Promise<void> {
    const { name, namespace } = pod.metadata;
    const target = { apiVersion: 'v1', kind: 'Node', name: node };
    await this.#send('POST', pod, '/binding', { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target });
    await this.#send('PATCH', pod, '/status', { status: this.#statusOf(pod) });
    this.reported.set(`${namespace}/${name}`, pod);
  }

  /** A pod with a node is gone when the kubelet reports it. */
  #remove(pod: Manifest): Promise<void> {
    return this.#send('DELETE', pod, '', { gracePeriodSeconds: 0 });
  }

  async #send(method: string, { metadata }: Manifest, part: string, body: Manifest): Promise<void> {
    const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}${part}`;
    const { status, body: answer } = await this.#api.call(method, path, body);
    // 404: it is gone, because its owner is. 409: it has its node already, or another pod has its name now.
    if (status >= 300 && status !== 404 && status !== 409) {
      throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    }
  }

  #statusOf(pod: Manifest): Manifest {
    const now = new Date().toISOString().replace(/\.\d+/, '');
    this.#address += 1;
    const podIP = `10.1.${this.#address >> 8}.${this.#address & 255}`;
    const ends = pod.spec.restartPolicy !== 'Always';
    const fails = this.fails(pod);
    const state =
      ends || fails
        ? { terminated: { exitCode: fails ? 1 : 0, startedAt: now, finishedAt: now } }
        : { running: { startedAt: now } };
    const isReady = !ends && !fails;
    const phase = ends && !fails ? 'Succeeded' : 'Running';
    const conditions = ['Initialized', 'ContainersReady', 'Ready'].map((type) => ({
      type,
      status: isReady || type === 'Initialized' ? 'True' : 'False',
      lastTransitionTime: now,
    }));
    const containerStatuses = pod.spec.containers.map(({ name, image }: Manifest) => ({
      name,
      image,
      imageID: '',
      ready: isReady,
      started: isReady,
      // A Job counts the restarts of the containers of its pods.
      restartCount: fails ? 10 : 0,
      state,
    }));
    return { phase, podIP, podIPs: [{ ip: podIP }], startTime: now, conditions, containerStatuses };
  }
}
