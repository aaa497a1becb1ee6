import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Manifest, manifestsOf, ofKind, render } from '../support/chart.ts';
import { eventually, TestCluster } from '../support/cluster/test-cluster.ts';
import { goTool, hasCluster } from '../support/go-tool.ts';

/** Changes of the rendered chart that an API server refuses, with its words. */
const refusedChanges: [string, (manifests: Manifest[]) => void, RegExp][] = [
  [
    'an unknown field',
    (all) => {
      ofKind(all, 'Deployment')[0].spec.template.spec.automountToken = false;
    },
    /unknown field "spec.template.spec.automountToken"/,
  ],
  [
    'a selector that does not find the pods',
    (all) => {
      ofKind(all, 'Deployment')[0].spec.selector.matchLabels['app.kubernetes.io/component'] = 'other';
    },
    /`selector` does not match template `labels`/,
  ],
  [
    'a network with an exception outside of it',
    (all) => {
      ofKind(all, 'NetworkPolicy')
        .flatMap(({ spec }) => spec.egress.flatMap(({ to = [] }: Manifest) => to))
        .find(({ ipBlock }) => ipBlock).ipBlock.cidr = '192.0.2.0/24';
    },
    /spec.egress.*except/,
  ],
  [
    'a scaled object without a target',
    (all) => delete ofKind(all, 'ScaledObject')[0].spec.scaleTargetRef,
    /spec.scaleTargetRef: Required value/,
  ],
];

// Refusals of an API server, and changes of an installation without helm, as Argo CD and Flux make them.
describe.runIf(hasCluster)('changes on an API server of Kubernetes (CONVEYOR_CLUSTER=1)', { timeout: 120_000 }, () => {
  let cluster: TestCluster;
  let helm: string;
  beforeAll(async () => {
    helm = await goTool('helm');
    cluster = await TestCluster.start();
  }, 3_600_000);
  afterAll(() => cluster?.end());

  const rendered = (set: string, namespace: string, ...more: string[]): Manifest[] =>
    manifestsOf(render(helm, set, '--namespace', namespace, ...more));

  test('a pod with more rights is warned of and not admitted', async () => {
    const namespace = await cluster.namespace('more-rights');
    const manifests = rendered('minimal', namespace);
    const service = ofKind(manifests, 'Deployment').find(({ metadata }) => metadata.name === 'shop-conveyor');
    service.spec.template.spec.containers[0].securityContext.allowPrivilegeEscalation = true;
    const { code, stderr } = await cluster.apply(manifests);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^Warning: would violate PodSecurity "restricted:latest": allowPrivilegeEscalation != false/,
    );
    await eventually(async () => {
      const [owner] = await cluster.api.list(
        `/apis/apps/v1/namespaces/${namespace}/deployments?fieldSelector=metadata.name=shop-conveyor`,
      );
      const conditions: Manifest[] = owner.status?.conditions ?? [];
      const refused = conditions.some(({ type, reason }) => type === 'ReplicaFailure' && reason === 'FailedCreate');
      return refused ? [] : [JSON.stringify(owner.status)];
    });
  });

  test.each(refusedChanges)('%s is refused', async (name, breaking, message) => {
    const namespace = await cluster.namespace(name.replaceAll(' ', '-'));
    const manifests = rendered('autoscaling', namespace);
    breaking(manifests);
    const { code, stderr } = await cluster.apply(manifests, '--dry-run=server');
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });

  test('the server completes what the chart leaves open', async () => {
    const namespace = await cluster.namespace('defaults');
    const { stdout } = await cluster.apply(rendered('autoscaling', namespace), '--dry-run=server', '--output', 'json');
    const taken: Manifest[] = JSON.parse(stdout).items;
    const specOf = (kind: string) => ofKind(taken, kind)[0].spec;
    expect(specOf('Deployment')).toMatchObject({ replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 });
    expect(specOf('Deployment').template.spec).toMatchObject({ restartPolicy: 'Always', dnsPolicy: 'ClusterFirst' });
    expect(specOf('Job')).toMatchObject({
      parallelism: 1,
      completions: 1,
      completionMode: 'NonIndexed',
      suspend: false,
    });
    expect(specOf('Service')).toMatchObject({ sessionAffinity: 'None', ipFamilyPolicy: 'SingleStack' });
    expect(specOf('Service').ports[0].nodePort).toBeUndefined();
    expect(specOf('HorizontalPodAutoscaler')).toMatchObject({ minReplicas: 3, maxReplicas: 12 });
    expect(specOf('PodDisruptionBudget')).toMatchObject({ minAvailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' });
  });

  test('the Job that is no hook runs again when anything of its pod changes, and no field is refused', async () => {
    const namespace = await cluster.namespace('gitops');
    const changes = [
      [],
      ['--set', 'logLevel=debug'],
      ['--set', 'image.digest=', '--set', 'image.tag=2.0.0'],
      ['--set', 'extraEnv[0].name=A', '--set', 'extraEnv[0].value=b'],
      ['--set', 'migrate.backoffLimit=1', '--set', 'service.replicas=3'],
    ];
    for (const change of changes) {
      expect(await cluster.apply(rendered('gitops', namespace, ...change)), change.join(' ')).toMatchObject({
        code: 0,
        stderr: '',
      });
    }
    // With the name of the first Job, the second one is a change of its pod.
    const [first] = ofKind(rendered('gitops', namespace), 'Job');
    const [second] = ofKind(rendered('gitops', namespace, '--set', 'logLevel=debug'), 'Job');
    const refused = await cluster.apply([{ ...second, metadata: { ...second.metadata, name: first.metadata.name } }]);
    expect(refused.stderr).toMatch(/spec.template: Invalid value: .*field is immutable/s);
    await eventually(async () => {
      const jobs = await cluster.api.list(`/apis/batch/v1/namespaces/${namespace}/jobs`);
      // The last change does not concern the pod.
      return jobs.length === 4 && jobs.every(({ status }) => status.succeeded === 1) ? [] : [JSON.stringify(jobs)];
    });
  });

  test('the Service changes its type, and back', async () => {
    const namespace = await cluster.namespace('types');
    for (const type of ['ClusterIP', 'NodePort', 'LoadBalancer', 'ClusterIP']) {
      const outcome = await cluster.apply(rendered('minimal', namespace, '--set', `service.type=${type}`));
      // Without helm, the Job of the hook is a resource like the others.
      expect(outcome, type).toMatchObject({ code: 0, stderr: '' });
    }
    const { spec } = await cluster.api.read(`/api/v1/namespaces/${namespace}/services/shop-conveyor`);
    expect(spec.type).toBe('ClusterIP');
    expect(spec.ports).toEqual([{ name: 'http', port: 80, protocol: 'TCP', targetPort: 'http', appProtocol: 'http' }]);
  });

  test('a Deployment goes to one pod when its autoscaling is switched on, until the autoscaler looks', async () => {
    const namespace = await cluster.namespace('switched');
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments/shop-conveyor`;
    await cluster.apply(rendered('minimal', namespace));
    expect((await cluster.api.read(path)).spec.replicas).toBe(2);
    expect(await cluster.apply(rendered('autoscaling', namespace))).toMatchObject({ code: 0, stderr: '' });
    expect((await cluster.api.read(path)).spec.replicas).toBe(1);
  });

  test('a drain takes one pod of the service, and the other one only when a new pod is ready', async () => {
    const namespace = await cluster.namespace('drain');
    await cluster.apply(rendered('minimal', namespace));
    const budget = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets/shop-conveyor`;
    const allowed = (number: number) =>
      eventually(async () => {
        const { status } = await cluster.api.read(budget);
        return status?.disruptionsAllowed === number ? [] : [JSON.stringify(status)];
      });
    await allowed(1);
    const selector = encodeURIComponent('app.kubernetes.io/component=service');
    const [first, second] = await cluster.api.list(`/api/v1/namespaces/${namespace}/pods?labelSelector=${selector}`);
    const evict = async ({ metadata }: Manifest) => {
      const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: metadata.name, namespace } };
      const path = `/api/v1/namespaces/${namespace}/pods/${metadata.name}/eviction`;
      return (await cluster.api.call('POST', path, eviction)).status;
    };
    cluster.kubelet.isPaused = true;
    expect(await evict(first)).toBe(201);
    expect(await evict(second)).toBe(429);
    cluster.kubelet.isPaused = false;
    await allowed(1);
    expect(await evict(second)).toBe(201);
  });
});
