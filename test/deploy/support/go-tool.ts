import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../../../cli/stack/temporal/programs.ts';

const run = promisify(execFile);

interface Tool {
  /** The package of the program, or of the library that `source` uses. */
  readonly path: string;
  readonly version: string;
  /** A program of this folder. */
  readonly source?: string;
  /** The module, where its go.mod names folders of its own repository in place of modules. */
  readonly module?: string;
}

/** The version of Kubernetes whose programs run and whose descriptions of kinds count. */
const kubernetesVersion = 'v1.37.2';
export const kubernetes = `k8s.io/kubernetes@${kubernetesVersion}`;
const ofKubernetes = (command: string) => ({
  path: `k8s.io/kubernetes/cmd/${command}`,
  version: kubernetesVersion,
  module: 'k8s.io/kubernetes',
});

/** The tools that check the chart and the compose file. Each is compiled once into the user's cache, beside the Temporal server. */
const tools = {
  helm: { path: 'helm.sh/helm/v4/cmd/helm', version: 'v4.3.1' },
  'helm-3': { path: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0' },
  kubeconform: { path: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.8.0' },
  'compose-file': {
    path: 'github.com/compose-spec/compose-go/v2/cli',
    version: 'v2.16.2',
    source: 'compose-file.go',
  },
  kine: { path: 'github.com/k3s-io/kine', version: 'v0.17.5' },
  'kube-apiserver': ofKubernetes('kube-apiserver'),
  'kube-controller-manager': ofKubernetes('kube-controller-manager'),
  kubectl: ofKubernetes('kubectl'),
} as const satisfies Readonly<Record<string, Tool>>;

/** Set to 1 to run the tests that need these tools, and Go. They are compiled in three minutes on two cores. */
export const hasTools = process.env.CONVEYOR_CHART_TOOLS === '1';

/** Set to 1 to run the tests on an API server of Kubernetes. Its programs are compiled in twenty minutes of CPU. */
export const hasCluster = process.env.CONVEYOR_CLUSTER === '1';

/** Returns the file of a tool; compiles it if the cache lacks it. */
export async function goTool(name: keyof typeof tools): Promise<string> {
  const { path, version, source, module }: Tool = tools[name];
  const cache = cacheFolder(process.env);
  const file = join(cache, `${name}-${version}`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, '.building-'));
  const go = (...args: string[]) => run('go', args, { cwd: folder, env: { ...process.env, GOFLAGS: '' } });
  try {
    await go('mod', 'init', 'tools');
    if (module) await go('mod', 'edit', ...(await publishedModules(module, version)));
    await go('get', `${path}@${version}`);
    if (source) cpSync(join(import.meta.dirname, source), join(folder, source));
    await go('build', '-ldflags', module ? versionFlags(version) : '', '-o', name, source ?? path);
    renameSync(join(folder, name), file);
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Kubernetes takes 33 of its modules from folders of its repository. They are also published, as v0.37.2 for v1.37.2.
 * @returns arguments of `go mod edit` that name the published ones
 */
async function publishedModules(module: string, version: string): Promise<string[]> {
  const text = readFileSync(join(await goModule(`${module}@${version}`), 'go.mod'), 'utf8');
  const published = version.replace(/^v1/, 'v0');
  return [...text.matchAll(/^\s*(\S+) => \.\/staging\//gm)].map(([, name]) => `-replace=${name}=${name}@${published}`);
}

/** Without these, the programs of Kubernetes say that they are version 0.0. Symbols are left out, which halves the files. */
function versionFlags(version: string): string {
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(version) ?? [];
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor };
  const set = Object.entries(values).map(([key, value]) => `-X k8s.io/component-base/version.${key}=${value}`);
  return ['-s', '-w', ...set].join(' ');
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
