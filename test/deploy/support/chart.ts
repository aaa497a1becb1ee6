import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { projectRoot } from '../../../config/root.ts';

export const chart = join(projectRoot, 'deploy', 'helm', 'conveyor');
export const release = 'shop';
export const namespace = 'warehouse';

/** A resource of Kubernetes. */
// biome-ignore lint/suspicious/noExplicitAny: the kinds have many shapes, and the tests look into few places
export type Manifest = any;

/** The sets of values in `ci/`, by name. */
export const valueSets: readonly string[] = readdirSync(join(chart, 'ci'))
  .map((file) => file.replace('-values.yaml', ''))
  .sort();

export const valuesFile = (set: string) => join(chart, 'ci', `${set}-values.yaml`);
export const valuesOf = (file: string): Record<string, unknown> => parse(readFileSync(file, 'utf8'));

/** Renders the chart. @param set name of a set of values @param more further arguments of `helm template` */
export function render(helm: string, set: string, ...more: string[]): string {
  const args = ['template', release, chart, '--namespace', namespace, '--values', valuesFile(set), ...more];
  return execFileSync(helm, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 16 * 1024 * 1024 });
}

/** The sets whose rendered resources are in the repository: the least, each part, and the one without Deployments of workers. */
export const keptSets = ['minimal', 'everything', 'worker-controller'] as const;
export const renderedFile = (set: string) => join(projectRoot, 'test', 'deploy', 'rendered', `${set}.yaml`);
export const stampFile = join(projectRoot, 'test', 'deploy', 'rendered', 'chart.sha256');

/** Returns a hash of all sources of the rendered resources in the repository. */
export function chartStamp(): string {
  const files = readdirSync(chart, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /\/(templates\/.*\.(yaml|tpl)|Chart\.yaml|values\.yaml|\.helmignore)$/.test(file))
    .sort();
  const hash = createHash('sha256');
  for (const file of [...files, ...keptSets.map(valuesFile)]) {
    hash.update(file.slice(projectRoot.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

export const manifestsOf = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest)
    .filter((manifest) => manifest !== null);

export const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);

/** A pod with the name of the resource that makes it. */
export interface Pod {
  readonly owner: string;
  readonly kind: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: Manifest;
  readonly container: Manifest;
}

export function podsOf(manifests: readonly Manifest[]): Pod[] {
  return manifests.flatMap((manifest) => {
    const template = manifest.kind === 'Pod' ? manifest : manifest.spec?.template;
    if (!template?.spec?.containers) return [];
    const { metadata, spec } = template;
    return [
      {
        owner: manifest.metadata.name,
        kind: manifest.kind,
        labels: metadata.labels,
        annotations: metadata.annotations ?? {},
        spec,
        container: spec.containers[0],
      },
    ];
  });
}

/** Returns the role of a worker's pod; empty for every role, undefined for another pod. */
export function roleOf({ container }: Pod): string | undefined {
  const [command, flag, role = ''] = container.args ?? [];
  if (command !== 'worker') return undefined;
  return flag === '--role' ? role : '';
}

/** Returns whether a selector of labels finds the pod. */
export const selects = (selector: Manifest, { labels }: Pod): boolean =>
  Object.entries(selector.matchLabels ?? {}).every(([name, value]) => labels[name] === value);
