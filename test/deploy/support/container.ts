import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const text = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' }).trim();

/**
 * crun refuses a machine with both versions of cgroups. In a mount namespace of its own it sees one of them; no container here is
 * limited by either.
 */
const crun = ['unshare', '--mount', 'sh', '-c', 'umount /sys/fs/cgroup/unified 2> /dev/null; exec crun "$@"', 'crun'];

interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly WorkingDir: string;
}

/** An image of buildah whose files are mounted, to run containers of it with crun. */
export class Image {
  readonly config: ImageConfig;
  /** Bytes, as buildah rounds them. */
  readonly size: number;
  readonly #working: string;
  readonly #root: string;

  constructor(name: string) {
    this.config = JSON.parse(text('buildah', 'inspect', '--type', 'image', name)).OCIv1.config;
    const [number, unit] = text('buildah', 'images', '--format', '{{.Size}}', name).split(' ');
    this.size = Number(number) * (unit === 'GB' ? 1e9 : 1e6);
    this.#working = text('buildah', 'from', '--pull-never', name);
    this.#root = text('buildah', 'mount', this.#working);
  }

  /** Runs a command of the image as Kubernetes does: read-only, as the user of the image, without capabilities. */
  run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Container {
    return new Container(this.#root, this.config, args, env);
  }

  remove(): void {
    text('buildah', 'umount', this.#working);
    text('buildah', 'rm', this.#working);
  }
}

export class Container {
  readonly exited: Promise<number | null>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'conveyor-container-'));
  readonly #id = basename(this.#folder);
  #output = '';

  constructor(root: string, config: ImageConfig, args: readonly string[], env: Readonly<Record<string, string>>) {
    mkdirSync(join(this.#folder, 'state'));
    writeFileSync(join(this.#folder, 'config.json'), JSON.stringify(runtimeConfig(root, config, args, env)));
    const [command = '', ...rest] = this.#crun('run', '--bundle', this.#folder, this.#id);
    const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (this.#output += part));
    this.exited = once(child, 'close').then(([code]) => code);
  }

  output(): string {
    return this.#output;
  }

  /** Runs a command inside, as the user of the image. @returns its output, also of a failing command */
  inside(...command: string[]): string {
    try {
      return this.#call('exec', '--user', '10001:10001', this.#id, ...command).trim();
    } catch (error) {
      return String((error as { stderr: string }).stderr);
    }
  }

  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void {
    this.#call('kill', this.#id, signal);
  }

  /** Ends what a failed test left. */
  remove(): void {
    try {
      this.#call('delete', '--force', this.#id);
    } catch {
      // It has ended and is gone.
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #call(...args: string[]): string {
    const [command = '', ...rest] = this.#crun(...args);
    return execFileSync(command, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  #crun(...args: string[]): string[] {
    return [...crun, '--root', join(this.#folder, 'state'), '--cgroup-manager=disabled', ...args];
  }
}

/** Configuration of a container runtime (OCI), with the network of this machine. */
function runtimeConfig(
  root: string,
  { User, Env, Entrypoint, WorkingDir }: ImageConfig,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): object {
  const [uid, gid] = User.split(':').map(Number);
  const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] };
  const temporary = ['nosuid', 'nodev', 'mode=1777', 'size=67108864'];
  return {
    ociVersion: '1.0.0',
    process: {
      user: { uid, gid },
      args: [...Entrypoint, ...args],
      env: [...Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
      cwd: WorkingDir,
      capabilities: none,
      noNewPrivileges: true,
    },
    root: { path: root, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'strictatime', 'mode=755'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: temporary },
    ],
    linux: { namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })) },
  };
}
