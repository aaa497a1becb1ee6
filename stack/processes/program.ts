/** How a process is started. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
}

/** One of the processes of a stack: how it starts, when it is ready, how it is asked to stop. */
export interface Program {
  readonly name: string;
  /** Prepares and tells what to start; called again before every restart. */
  launch(): Promise<Launch>;
  /** Resolves when the process does its work; `told` when it says so itself, over its channel. */
  ready(signal: AbortSignal, told: Promise<void>): Promise<void>;
  readonly stopSignal: NodeJS.Signals;
  /** What makes it leave at once: a second Ctrl-C, or a stop that took too long. */
  readonly killSignal: NodeJS.Signals;
  /** Milliseconds it is given to stop by itself. */
  readonly grace: number;
  /** True for our own processes: they end when the channel to their parent closes. */
  readonly channel: boolean;
}
