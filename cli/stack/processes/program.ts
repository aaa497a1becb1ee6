/** The command, arguments and environment of a process. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
  /** The permissions that files of the process never have (`umask`); those of this process if absent. */
  readonly umask?: number;
}

/** One of the programs of a stack: how it starts, when it is ready, and how it stops. */
export interface Program {
  readonly name: string;
  /** Prepares the start and returns the command. Called again before every restart. */
  launch(): Promise<Launch>;
  /** Resolves when the process is ready. `message` resolves when the process reports it over its channel. */
  ready(signal: AbortSignal, message: Promise<void>): Promise<void>;
  readonly stopSignal: NodeJS.Signals;
  /** Sent at a second Ctrl-C, or when the stop took longer than `grace`. */
  readonly killSignal: NodeJS.Signals;
  /** Milliseconds from the stop signal to the kill signal. */
  readonly grace: number;
  /** True for our own programs. They end when the channel to their parent closes. */
  readonly channel: boolean;
}
