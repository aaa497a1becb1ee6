import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../../stack/temporal/binary.ts';

const run = promisify(execFile);

interface Tool {
  /** The package of the program, or of the library that `source` uses. */
  readonly path: string;
  readonly version: string;
  /** A program of this folder. */
  readonly source?: string;
}

/** The tools that check the chart and the compose file. Each is compiled once into the user's cache, beside the Temporal server. */
const tools = {
  helm: { path: 'helm.sh/helm/v4/cmd/helm', version: 'v4.3.1' },
  kubeconform: { path: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.8.0' },
  'compose-file': {
    path: 'github.com/compose-spec/compose-go/v2/cli',
    version: 'v2.16.2',
    source: 'compose-file.go',
  },
} as const satisfies Readonly<Record<string, Tool>>;

/** Set to 1 to run the tests that need these tools, and Go. They are compiled in three minutes on two cores. */
export const hasTools = process.env.CONVEYOR_CHART_TOOLS === '1';

/** Returns the file of a tool; compiles it if the cache lacks it. */
export async function goTool(name: keyof typeof tools): Promise<string> {
  const { path, version, source }: Tool = tools[name];
  const cache = cacheFolder(process.env);
  const file = join(cache, `${name}-${version}`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, '.building-'));
  const go = (...args: string[]) => run('go', args, { cwd: folder, env: { ...process.env, GOFLAGS: '' } });
  try {
    await go('mod', 'init', 'tools');
    await go('get', `${path}@${version}`);
    if (source) cpSync(join(import.meta.dirname, source), join(folder, source));
    await go('build', '-o', name, source ?? path);
    renameSync(join(folder, name), file);
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the folder of a module's files, which Go downloads once. */
export async function goModule(module: string): Promise<string> {
  // In no module of its own, so that versions of other modules do not count.
  const { stdout } = await run('go', ['mod', 'download', '-json', module], {
    cwd: '/',
    env: { ...process.env, GOFLAGS: '-mod=mod' },
  });
  const { Dir, Error: failure } = JSON.parse(stdout) as { Dir?: string; Error?: string };
  if (!Dir) throw new Error(`go mod download ${module}: ${failure}`);
  return Dir;
}
