import { setTimeout as pause } from 'node:timers/promises';
import { type DeployedVersion, deploymentOf, type Server } from './deployment.ts';

/** Milliseconds between two looks at the deployment. */
const lookEvery = 3_000;

/** Knows whether the build of this worker takes new work: it is the current one of its deployment, or has no deployment. */
export class CurrentBuild {
  readonly #server: Server;
  readonly #version: DeployedVersion | undefined;
  readonly #stopped = new AbortController();
  #turn: AbortController | null = null;
  #loop: Promise<void> | null = null;

  constructor(server: Server, version: DeployedVersion | undefined) {
    this.#server = server;
    this.#version = version;
    if (!version) this.#turn = new AbortController();
  }

  /** A signal that is aborted when the build takes no new work any more; null while it takes none. */
  get turn(): AbortSignal | null {
    return this.#turn?.signal ?? null;
  }

  start(): void {
    if (this.#version) this.#loop = this.#follow(this.#version);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
  }

  async #follow({ deployment, build }: DeployedVersion): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      // While the server does not answer, the last answer holds, as for the workers that poll it.
      const current = await deploymentOf(this.#server, deployment).then(
        (known) => known?.current ?? null,
        () => (this.#turn ? build : null),
      );
      this.#set(current === build);
      await pause(lookEvery, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  #set(isCurrent: boolean): void {
    if (isCurrent === (this.#turn !== null)) return;
    this.#turn?.abort();
    this.#turn = isCurrent ? new AbortController() : null;
  }
}
