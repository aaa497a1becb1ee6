import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  chartStamp,
  keptSets,
  type Manifest,
  manifestsOf,
  ofKind,
  podsOf,
  renderedFile,
  stampFile,
} from './support/chart.ts';
import { rules } from './support/rules.ts';

// The rendered resources of three sets of values are in the repository, so that these tests need no tool, and a review shows what a
// change of the chart changes. To render them again: CONVEYOR_CHART_TOOLS=1 npm test -- test/deploy -u
const kept = Object.fromEntries(keptSets.map((set) => [set, manifestsOf(readFileSync(renderedFile(set), 'utf8'))]));
const everything = () => structuredClone(kept.everything!);

test('the rendered resources are those of the chart as it is', () => {
  expect(readFileSync(stampFile, 'utf8').trim()).toBe(chartStamp());
});

test.each(keptSets.flatMap((set) => Object.keys(rules).map((rule) => [set, rule] as const)))('%s: %s', (set, rule) => {
  expect(rules[rule]?.(kept[set] ?? [])).toEqual([]);
});

test.each<[string, (manifests: Manifest[]) => void, string]>([
  [
    'pods have the least rights',
    (all) => delete named(all, 'Deployment', 'shop-orders').spec.template.spec.containers[0].securityContext,
    'shop-orders writes to its image',
  ],
  [
    'programs have three probes, and restart by their event loop alone',
    (all) => {
      pod(all, 'shop-orders-engine').livenessProbe.httpGet.path = '/readyz';
    },
    'shop-orders-engine restarts by another address than /healthz',
  ],
  [
    'programs end in their own time',
    (all) => {
      named(all, 'Deployment', 'shop-orders').spec.template.spec.terminationGracePeriodSeconds = 35;
    },
    'shop-orders is killed before 35 s',
  ],
  [
    'pods only get variables that a page explains',
    (all) => pod(all, 'shop-orders-bulk').env.push({ name: 'CONVEYOR_UNKNOWN', value: '1' }),
    'shop-orders-bulk: no page explains CONVEYOR_UNKNOWN',
  ],
  [
    'secrets are named and not contained',
    (all) => pod(all, 'shop-orders').env.push({ name: 'CONVEYOR_ADMIN_KEY', value: 'cvy_1' }),
    'shop-orders: CONVEYOR_ADMIN_KEY is readable',
  ],
  [
    'each selector finds the pods of one resource',
    (all) => delete named(all, 'Service', 'shop-orders').spec.selector['app.kubernetes.io/component'],
    'Service shop-orders finds the pods of shop-orders and shop-orders-bulk and',
  ],
  [
    'no budget keeps the last pod of a node',
    (all) => {
      named(all, 'ScaledObject', 'shop-orders-engine').spec.minReplicaCount = 1;
    },
    'shop-orders-engine: shop-orders-engine has 1 pods, and none may go',
  ],
  [
    'only webhooks, carriers and workers of every role reach the world',
    (all) => {
      const [policy, other] = ['shop-orders-engine', 'shop-orders-webhooks'].map((name) =>
        named(all, 'NetworkPolicy', name),
      );
      policy.spec.egress = other.spec.egress;
    },
    'shop-orders-engine reaches the world',
  ],
  [
    'every pod has a policy where there are policies',
    (all) => all.splice(all.indexOf(named(all, 'NetworkPolicy', 'shop-orders-bulk')), 1),
    'shop-orders-bulk has no policy, or several',
  ],
  [
    'each worker is scaled by the queue of its role',
    (all) => {
      named(all, 'ScaledObject', 'shop-orders-engine').spec.triggers[0].metadata.taskQueue = 'conveyor-bulk';
    },
    'shop-orders-engine has the role engine and is scaled by conveyor-bulk',
  ],
])('a chart that breaks a rule is refused: %s', (rule, breaking, fault) => {
  const manifests = everything();
  breaking(manifests);
  const faults = rules[rule]?.(manifests) ?? [];
  expect(
    faults.some((each) => each.startsWith(fault)),
    faults.join('\n'),
  ).toBe(true);
});

test('a hook migrates before the release, and the service does not migrate', () => {
  const [job] = ofKind(kept.minimal ?? [], 'Job');
  expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  // Before the release there are no resources of it: the pod cannot use the account of the chart.
  expect(job.spec.template.spec.serviceAccountName).toBeUndefined();
  expect(job.spec.template.spec.containers[0].args).toEqual(['migrate']);
  expect(variable(kept.minimal!, 'shop-conveyor', 'CONVEYOR_MIGRATE')).toBe('no');
});

test('under the worker controller, one resource has every role, and the controller gives the address and the build', () => {
  const [controlled, ...others] = ofKind(kept['worker-controller'] ?? [], 'WorkerDeployment');
  expect(others).toEqual([]);
  const [container] = controlled.spec.template.spec.containers;
  expect(container.args).toEqual(['worker']);
  const names = container.env.map(({ name }: { name: string }) => name);
  expect(names.filter((name: string) => /^TEMPORAL_|DEPLOYMENT/.test(name))).toEqual([]);
  expect(ofKind(kept['worker-controller'] ?? [], 'Deployment').map(({ metadata }) => metadata.name)).toEqual([
    'shop-conveyor',
  ]);
});

test('workers call the service by its name in the cluster, and links have the public address', () => {
  expect(variable(kept.everything!, 'shop-orders-engine', 'CONVEYOR_URL')).toBe('http://shop-orders:8080');
  expect(variable(kept.everything!, 'shop-orders', 'CONVEYOR_URL')).toBe('https://orders.example.com/warehouse');
});

function named(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const manifest = ofKind(manifests, kind).find(({ metadata }) => metadata.name === name);
  if (!manifest) throw new Error(`there is no ${kind} ${name}`);
  return manifest;
}

const pod = (manifests: readonly Manifest[], owner: string): Manifest =>
  podsOf(manifests).find((each) => each.owner === owner)?.container;

const variable = (manifests: readonly Manifest[], owner: string, name: string): string | undefined =>
  pod(manifests, owner).env.find((each: Manifest) => each.name === name)?.value;
