import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Manifest, manifestsOf, ofKind, render, valueSets } from '../support/chart.ts';
import { differences } from '../support/cluster/differences.ts';
import { eventually, TestCluster } from '../support/cluster/test-cluster.ts';
import { goTool, hasCluster } from '../support/go-tool.ts';

// The rendered chart on the API server of Kubernetes, with the controllers that make pods. No container runs: a stand-in for the
// kubelet reports that the pods are ready.
describe.runIf(hasCluster)('an API server of Kubernetes (CONVEYOR_CLUSTER=1)', { timeout: 120_000 }, () => {
  let cluster: TestCluster;
  let helm: string;
  beforeAll(async () => {
    helm = await goTool('helm');
    cluster = await TestCluster.start();
  }, 3_600_000);
  afterAll(() => cluster?.end());

  const linesOf = (output: string): string[] => output.trim().split('\n');

  describe.each(valueSets)('%s', (set) => {
    const namespace = `set-${set}`;
    let manifests: Manifest[];
    beforeAll(async () => {
      await cluster.namespace(namespace);
      manifests = cluster.known(manifestsOf(render(helm, set, '--namespace', namespace)));
    });

    test('every resource is accepted, without a warning, first without effect and then really', async () => {
      const outcomes = [await cluster.apply(manifests, '--dry-run=server'), await cluster.apply(manifests)];
      for (const [index, effect] of [' created (server dry run)', ' created'].entries()) {
        const { code, stdout, stderr } = outcomes[index]!;
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(linesOf(stdout)).toHaveLength(manifests.length);
        expect(linesOf(stdout).filter((line) => !line.endsWith(effect))).toEqual([]);
      }
    });

    test('the server keeps each field as it is rendered, and a second application changes nothing', async () => {
      const again = await cluster.apply(manifests, '--output', 'json');
      expect(again).toMatchObject({ code: 0, stderr: '' });
      const live: Manifest[] = JSON.parse(again.stdout).items;
      const faults = manifests.flatMap((manifest, index) =>
        differences(manifest, live[index]).map((fault) => `${manifest.kind} ${manifest.metadata.name}: ${fault}`),
      );
      expect(faults).toEqual([]);
      // For a budget, kubectl always sends its selector and says "configured".
      const changes = linesOf((await cluster.apply(manifests)).stdout).filter((line) => !line.endsWith(' unchanged'));
      expect(changes.filter((line) => !line.startsWith('poddisruptionbudget.policy/'))).toEqual([]);
      const after = JSON.parse((await cluster.apply(manifests, '--output', 'json')).stdout).items;
      expect(after.map(({ metadata }: Manifest) => metadata.generation)).toEqual(
        live.map(({ metadata }) => metadata.generation),
      );
    });

    test('what an autoscaler scales is there, with the least number of pods', async () => {
      // In place of the autoscalers, which do not run.
      for (const { kind, metadata, spec } of manifests) {
        if (kind !== 'HorizontalPodAutoscaler' && kind !== 'ScaledObject') continue;
        const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${spec.scaleTargetRef.name}/scale`;
        const replicas = spec.minReplicas ?? spec.minReplicaCount;
        expect(await cluster.api.call('PATCH', path, { spec: { replicas } }), metadata.name).toMatchObject({
          status: 200,
          body: { spec: replicas === 0 ? {} : { replicas } },
        });
      }
    });

    test('pods are admitted under the standard "restricted", and every Deployment gets all of its pods', async () => {
      await eventually(() => missingPods(namespace));
      const refused = (await cluster.api.list(`/api/v1/namespaces/${namespace}/events`)).filter(
        ({ reason }) => reason === 'FailedCreate',
      );
      expect(refused.map(({ message }) => message)).toEqual([]);
    });

    test('the Service leads to the pods of the service and to no others', async () => {
      const slices = `/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`;
      const [service] = (await cluster.api.list(`/apis/apps/v1/namespaces/${namespace}/deployments`)).filter(
        ({ metadata }) => metadata.labels['app.kubernetes.io/component'] === 'service',
      );
      const { replicas } = service.spec;
      await eventually(async () => {
        const endpoints = (await cluster.api.list(slices)).flatMap((slice) =>
          (slice.endpoints ?? []).map(({ targetRef }: Manifest) => ({
            pod: targetRef.name,
            port: slice.ports[0].port,
          })),
        );
        const faults = endpoints.filter(
          ({ pod, port }) => port !== 7420 || !new RegExp(`^${service.metadata.name}-[a-z0-9]+-[a-z0-9]+$`).test(pod),
        );
        return faults.length === 0 && endpoints.length === replicas ? [] : [JSON.stringify(endpoints)];
      });
    });

    test('each budget lets all pods but one go', async () => {
      const path = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
      const budgets = ofKind(manifests, 'PodDisruptionBudget');
      // A budget has the name of its Deployment. The controller that makes those of a WorkerDeployment does not run.
      const deployments = ofKind(manifests, 'Deployment').map(({ metadata }) => metadata.name);
      await eventually(async () => {
        const faults = (await cluster.api.list(path))
          .filter(({ metadata }) => deployments.includes(metadata.name))
          .filter(
            ({ status }) => !(status?.disruptionsAllowed === status?.expectedPods - 1 && status.expectedPods > 1),
          );
        return faults.map(({ metadata, status }) => `${metadata.name}: ${JSON.stringify(status)}`);
      });
      expect(await cluster.api.list(path)).toHaveLength(budgets.length);
    });
  });

  /** The missing pods of the Deployments and Jobs of a namespace. */
  async function missingPods(namespace: string): Promise<string[]> {
    const deployments = await cluster.api.list(`/apis/apps/v1/namespaces/${namespace}/deployments`);
    const jobs = await cluster.api.list(`/apis/batch/v1/namespaces/${namespace}/jobs`);
    return [
      ...deployments
        .filter(({ spec, status }) => (status?.availableReplicas ?? 0) !== spec.replicas)
        .map(({ metadata, status }) => `${metadata.name}: ${JSON.stringify(status)}`),
      ...jobs
        .filter(({ status }) => status?.succeeded !== 1)
        .map(({ metadata, status }) => `${metadata.name}: ${JSON.stringify(status)}`),
    ];
  }
});
