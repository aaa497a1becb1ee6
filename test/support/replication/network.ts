import { spawnSync } from 'node:child_process';

/** Servers in network namespaces of their own, which one network connects with this machine. */
export interface Network {
  /** Adds a namespace. */
  add(): Host;
  close(): void;
}

export interface Host {
  readonly address: string;
  readonly namespace: string;
  /** Takes the host off the network: packets vanish without an error. */
  cut(): void;
  mend(): void;
  /** Kills all processes of the host, as a loss of power does. */
  kill(): void;
}

/** A documentation network of RFC 5737, which is never that of a real machine. */
const prefix = '203.0.113';

export function openNetwork(): Network {
  const bridge = `cvb${process.pid}`;
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('address', 'add', `${prefix}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const namespaces: string[] = [];
  return {
    add() {
      const number = namespaces.length + 10;
      const [namespace, here, there] = ['n', 'h', 'p'].map((kind) => `cv${kind}${number}-${process.pid}`) as [
        string,
        string,
        string,
      ];
      ip('netns', 'add', namespace);
      namespaces.push(namespace);
      ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', namespace);
      ip('link', 'set', here, 'master', bridge, 'up');
      const address = `${prefix}.${number}`;
      ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', there);
      ip('-n', namespace, 'link', 'set', there, 'up');
      ip('-n', namespace, 'link', 'set', 'lo', 'up');
      return {
        address,
        namespace,
        cut: () => ip('-n', namespace, 'link', 'set', there, 'down'),
        mend: () => ip('-n', namespace, 'link', 'set', there, 'up'),
        kill() {
          for (const pid of ip('netns', 'pids', namespace).split(/\s+/).filter(Boolean)) killOne(Number(pid));
        },
      };
    },
    close() {
      for (const namespace of namespaces) ip('netns', 'delete', namespace);
      ip('link', 'delete', bridge);
    },
  };
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with its parent.
  }
}

function ip(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
  return stdout;
}
