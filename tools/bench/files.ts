import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'undici';
import { startServiceAlone } from './support/service-alone.ts';

/** Rooms whose files count. */
const rooms = /\/dist\/((?:service|config|lib|records|plugins)\/.*)\.js$/;
/** The port that Node opens for its inspector after SIGUSR1. */
const inspectorPort = 9229;

interface Coverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}

/**
 * Counts the source files that have a function which runs between a request to issue an order and its answer. A timer of the service that
 * ends in this time counts, too.
 * `npm run bench -- files [--lines 3] [--port 7790]`
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { lines: { type: 'string', default: '3' }, port: { type: 'string', default: '7790' } },
  });
  const alone = await startServiceAlone(Number(values.port));
  try {
    const lines = Number(values.lines);
    // The first calls fill caches.
    for (let round = 0; round < 3; round++) await alone.issueOrder(lines);
    const id = await alone.draftOrder(lines);
    const covered = await coverageOf(alone.pids.service, () =>
      alone.call('POST', `/salesorder/${id}/issue`, { ignore_warnings: 1 }),
    );
    const files = covered
      .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
      .flatMap(({ url }) => rooms.exec(url)?.[1] ?? [])
      .sort();
    for (const file of files) console.log(file);
    console.log(`\n${files.length} files`);
  } finally {
    await alone.stop();
  }
}

/** Returns what runs in a process during a call. */
async function coverageOf(pid: number, call: () => Promise<unknown>): Promise<readonly Coverage[]> {
  process.kill(pid, 'SIGUSR1');
  const send = await openInspector();
  await send('Profiler.enable');
  await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await send('Profiler.takePreciseCoverage');
  await call();
  return ((await send('Profiler.takePreciseCoverage')) as { result: Coverage[] }).result;
}

async function openInspector() {
  const socket = new WebSocket(await inspectorUrl());
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  let last = 0;
  return (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++last;
      const hear = ({ data }: { data: unknown }) => {
        const message = JSON.parse(String(data));
        if (message.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(message.result);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
}

/** Waits until the inspector is open. */
async function inspectorUrl(): Promise<string> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`).catch(() => null);
    const [target] = answer ? ((await answer.json()) as { webSocketDebuggerUrl: string }[]) : [];
    if (target) return target.webSocketDebuggerUrl;
    await pause(100);
  }
}
