import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../config/root.ts';
import { bulkQueue, carrierQueue, taskQueue, webhookQueue } from '../../../workflows/contract/task-queues.ts';
import { type Manifest, ofKind, type Pod, podsOf, roleOf, selects } from './chart.ts';

/** Rules for every set of values. Each rule returns the faults that it finds, as sentences. */
export const rules: Readonly<Record<string, (manifests: readonly Manifest[]) => string[]>> = {
  'pods have the least rights': (manifests) => podsOf(manifests).flatMap(rightsFaults),
  'programs have three probes, and restart by their event loop alone': (manifests) =>
    programs(manifests).flatMap(probeFaults),
  'programs end in their own time': (manifests) => programs(manifests).flatMap(graceFaults),
  'pods only get variables that a page explains': (manifests) => podsOf(manifests).flatMap(variableFaults),
  'secrets are named and not contained': secretFaults,
  'each selector finds the pods of one resource': selectorFaults,
  'no budget keeps the last pod of a node': budgetFaults,
  'only webhooks, carriers and workers of every role reach the world': worldFaults,
  'every pod has a policy where there are policies': policyFaults,
  'each worker is scaled by the queue of its role': queueFaults,
  'names fit into labels': (manifests) =>
    manifests.filter(({ metadata }) => metadata.name.length > 63).map(({ metadata }) => `${metadata.name} is too long`),
};

const programs = (manifests: readonly Manifest[]): Pod[] =>
  podsOf(manifests).filter(({ kind }) => kind === 'Deployment' || kind === 'WorkerDeployment');

function rightsFaults({ owner, spec, container }: Pod): string[] {
  const { securityContext: pod = {} } = spec;
  const { securityContext: own = {}, resources = {} } = container;
  return faults(owner, {
    'mounts the token of its account': spec.automountServiceAccountToken !== false,
    'may run as root': pod.runAsNonRoot !== true || pod.runAsUser !== 10001,
    'has no profile of system calls': pod.seccompProfile?.type !== 'RuntimeDefault',
    'may get further rights': own.allowPrivilegeEscalation !== false,
    'keeps capabilities': own.capabilities?.drop?.[0] !== 'ALL',
    'writes to its image': own.readOnlyRootFilesystem !== true,
    'has no limit of memory': !resources.limits?.memory || !resources.requests?.cpu,
  });
}

function probeFaults({ owner, container }: Pod): string[] {
  const { startupProbe, livenessProbe, readinessProbe } = container;
  return faults(owner, {
    'does not start by /healthz': startupProbe?.httpGet?.path !== '/healthz',
    // A worker without its server waits for it, and a restart does not help.
    'restarts by another address than /healthz': livenessProbe?.httpGet?.path !== '/healthz',
    'is not ready by /readyz': readinessProbe?.httpGet?.path !== '/readyz',
  });
}

/** Seconds until a stop of the service or the worker is forced (cli/server/until-stopped.ts). */
const longestStop = 30;

function graceFaults({ owner, spec, container }: Pod): string[] {
  const [, before = '0'] = container.lifecycle?.preStop?.exec?.command ?? [];
  const needed = longestStop + Number(before);
  const isShort = !(spec.terminationGracePeriodSeconds > needed);
  return faults(owner, { [`is killed before ${needed} s`]: isShort });
}

const pages = ['docs/operating.md', 'docs/deploying.md'].map((page) => readFileSync(join(projectRoot, page), 'utf8'));
const ours = /^(CONVEYOR|TEMPORAL)_|^LOG_LEVEL$/;

function variableFaults({ owner, container }: Pod): string[] {
  const names = (container.env ?? []).map(({ name }: { name: string }) => name);
  const unknown = names.filter((name: string) => ours.test(name) && !pages.some((page) => page.includes(`\`${name}`)));
  const twice = names.filter((name: string, index: number) => names.indexOf(name) !== index);
  return [
    ...unknown.map((name: string) => `${owner}: no page explains ${name}`),
    ...twice.map((name: string) => `${owner}: ${name} is given twice`),
  ];
}

const secret = /_(KEYS?|URL)$/;
const addresses = ['CONVEYOR_URL'];

function secretFaults(manifests: readonly Manifest[]): string[] {
  const contained = ofKind(manifests, 'Secret').map(({ metadata }) => `${metadata.name} is a secret of the chart`);
  const open = podsOf(manifests).flatMap(({ owner, container }) =>
    (container.env ?? [])
      .filter(({ name, value }: Manifest) => ours.test(name) && secret.test(name) && value !== undefined)
      .filter(({ name }: Manifest) => !addresses.includes(name))
      .map(({ name }: Manifest) => `${owner}: ${name} is readable`),
  );
  return [...contained, ...open];
}

function selectorFaults(manifests: readonly Manifest[]): string[] {
  const pods = podsOf(manifests);
  const selectors = manifests.flatMap(({ kind, metadata, spec }) => {
    if (kind === 'Service') return [{ name: `Service ${metadata.name}`, matchLabels: spec.selector }];
    const selector = spec?.selector ?? spec?.podSelector;
    const single = ['Deployment', 'NetworkPolicy', 'PodDisruptionBudget'].includes(kind);
    return single ? [{ name: `${kind} ${metadata.name}`, matchLabels: selector.matchLabels }] : [];
  });
  return selectors.flatMap(({ name, matchLabels }) => {
    const owners = pods.filter((pod) => selects({ matchLabels }, pod)).map(({ owner }) => owner);
    return owners.length === 1 ? [] : [`${name} finds the pods of ${owners.join(' and ') || 'nobody'}`];
  });
}

function budgetFaults(manifests: readonly Manifest[]): string[] {
  return ofKind(manifests, 'PodDisruptionBudget').flatMap(({ metadata, spec }) => {
    const owner = podsOf(manifests).find((pod) => selects(spec.selector, pod))?.owner;
    const { spec: scaled } = manifests.find(({ kind, metadata: its }) => its.name === owner && /Deployment/.test(kind));
    const least = scaled.replicas ?? leastReplicas(manifests, owner);
    return least > spec.minAvailable ? [] : [`${metadata.name}: ${owner} has ${least} pods, and none may go`];
  });
}

function leastReplicas(manifests: readonly Manifest[], name: string | undefined): number {
  const scaler = manifests.find(({ spec }) => spec?.scaleTargetRef?.name === name);
  return scaler?.spec.minReplicas ?? scaler?.spec.minReplicaCount ?? 0;
}

const policiesOf = (manifests: readonly Manifest[], pod: Pod) =>
  ofKind(manifests, 'NetworkPolicy').filter(({ spec }) => selects(spec.podSelector, pod));

const reachesWorld = ({ spec }: Manifest): boolean =>
  spec.egress.some(({ to = [] }: Manifest) =>
    to.some(({ ipBlock }: Manifest) => ipBlock && !/^(10|172|192)\./.test(ipBlock.cidr)),
  );

/** The sets of values in `ci/` let the engine out only together with this note on its Deployment. */
function worldFaults(manifests: readonly Manifest[]): string[] {
  return podsOf(manifests).flatMap((pod) => {
    const policies = policiesOf(manifests, pod);
    if (policies.length === 0) return [];
    const role = roleOf(pod);
    const may = role !== undefined && (role === '' || role === 'webhooks' || role.startsWith('carrier:'));
    const does = policies.some(reachesWorld);
    return may === does ? [] : [`${pod.owner} ${does ? 'reaches' : 'does not reach'} the world`];
  });
}

function policyFaults(manifests: readonly Manifest[]): string[] {
  if (ofKind(manifests, 'NetworkPolicy').length === 0) return [];
  return podsOf(manifests)
    .filter(({ kind }) => kind !== 'Pod')
    .filter((pod) => policiesOf(manifests, pod).length !== 1)
    .map(({ owner }) => `${owner} has no policy, or several`);
}

function queueFaults(manifests: readonly Manifest[]): string[] {
  const pods = podsOf(manifests);
  return ofKind(manifests, 'ScaledObject').flatMap(({ spec }) => {
    const { name } = spec.scaleTargetRef;
    const role = pods.flatMap((pod) => (pod.owner === name ? [roleOf(pod) ?? 'none'] : []))[0] ?? 'none';
    const queues: Record<string, string> = {
      '': taskQueue,
      engine: taskQueue,
      webhooks: webhookQueue,
      bulk: bulkQueue,
    };
    const expected = queues[role] ?? carrierQueue(role.replace('carrier:', ''));
    const { taskQueue: counted } = spec.triggers[0].metadata;
    return counted === expected ? [] : [`${name} has the role ${role} and is scaled by ${counted}`];
  });
}

function faults(owner: string, found: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(found).flatMap(([fault, isSo]) => (isSo ? [`${owner} ${fault}`] : []));
}
