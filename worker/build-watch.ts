import { setTimeout as pause } from 'node:timers/promises';
import { type DeployedVersion, type Deployment, deploymentOf, type Server } from './deployment.ts';

/** Milliseconds between two looks at the deployment. */
const lookEvery = 3_000;
/** An answer is valid for these milliseconds when a workflow starts on this build: another one may have become the current one. */
const startWithin = 1_000;

/** Watches whether the build of this worker takes new work: it is the current one of its deployment, or has no deployment. */
export class BuildWatch {
  readonly #server: Server;
  readonly #version: DeployedVersion | undefined;
  readonly #stopped = new AbortController();
  #current: AbortController | null = null;
  /** Whether another build takes a part of the new work. */
  #isShared = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #loop: Promise<void> | null = null;

  constructor(server: Server, version: DeployedVersion | undefined) {
    this.#server = server;
    this.#version = version;
    if (!version) this.#current = new AbortController();
  }

  /** A signal that is aborted when the build takes no new work any more; null while it takes none. */
  get whileCurrent(): AbortSignal | null {
    return this.#current?.signal ?? null;
  }

  /** Returns whether the build takes all new work, by an answer of the server in the last second; false where it gives none. */
  async takesAll(): Promise<boolean> {
    if (!this.#version) return true;
    if (!this.#isFresh()) await Promise.race([this.#look(this.#version), pause(startWithin)]);
    return this.#isFresh() && this.#current !== null && !this.#isShared;
  }

  #isFresh(): boolean {
    return performance.now() - this.#lookedAt <= startWithin;
  }

  start(): void {
    if (this.#version) this.#loop = this.#follow(this.#version);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
  }

  async #follow(version: DeployedVersion): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      await this.#look(version);
      await pause(lookEvery, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #look({ deployment, build }: DeployedVersion): Promise<void> {
    let known: Deployment | null;
    try {
      known = await deploymentOf(this.#server, deployment);
    } catch {
      // While the server does not answer, the last answer holds, as for the workers that poll it.
      return;
    }
    this.#lookedAt = performance.now();
    this.#isShared = known?.ramping != null;
    this.#set(known?.current === build);
  }

  #set(isCurrent: boolean): void {
    if (isCurrent === (this.#current !== null)) return;
    this.#current?.abort();
    this.#current = isCurrent ? new AbortController() : null;
  }
}
