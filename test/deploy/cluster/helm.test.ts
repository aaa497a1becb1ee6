import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chart, type Manifest, release, valueSets, valuesFile } from '../support/chart.ts';
import { eventually, type Outcome, TestCluster } from '../support/cluster/test-cluster.ts';
import { goTool, hasCluster } from '../support/go-tool.ts';

// The commands of an installation, by both versions of helm that are in use, on the API server of Kubernetes. A stand-in for the kubelet
// reports that the Job of the hook has done its work, and that pods are ready.
describe.runIf(hasCluster)('helm on an API server of Kubernetes (CONVEYOR_CLUSTER=1)', { timeout: 120_000 }, () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await TestCluster.start();
  }, 3_600_000);
  afterAll(() => cluster?.end());

  describe.each(['helm', 'helm-3'] as const)('%s', (version) => {
    let helm: string;
    let namespace: string;
    beforeAll(async () => {
      helm = await goTool(version);
      namespace = await cluster.namespace(version);
    }, 900_000);

    const run = (...args: string[]): Promise<Outcome> => cluster.helm(helm, [...args, '--namespace', namespace]);
    const upgrade = (set: string, ...more: string[]): Promise<Outcome> =>
      run('upgrade', '--install', release, chart, '--values', valuesFile(set), '--wait', '--timeout', '120s', ...more);
    const deployments = () => cluster.api.list(`/apis/apps/v1/namespaces/${namespace}/deployments`);
    const jobs = () => cluster.api.list(`/apis/batch/v1/namespaces/${namespace}/jobs`);
    const migrations = () =>
      [...cluster.kubelet.reported.values()].filter(
        ({ metadata }) =>
          metadata.namespace === namespace && metadata.labels['app.kubernetes.io/component'] === 'migrate',
      ).length;

    test('it installs the least, and the Job of the hook has run before the pods and is gone', async () => {
      expect(await run('install', release, chart, '--values', valuesFile('minimal'), '--wait')).toMatchObject({
        code: 0,
        stderr: '',
      });
      expect(migrations()).toBe(1);
      const order = [...cluster.kubelet.reported.values()].filter(({ metadata }) => metadata.namespace === namespace);
      expect(order[0].metadata.labels['app.kubernetes.io/component']).toBe('migrate');
      expect(order).toHaveLength(7);
      await eventually(async () => (await jobs()).map(({ metadata }) => metadata.name));
    });

    test('helm test asks the service', async () => {
      const outcome = await run('test', release);
      expect(outcome).toMatchObject({ code: 0 });
      expect(outcome.stdout).toMatch(/Succeeded/);
    });

    test('an upgrade with the same values migrates again and changes no pod', async () => {
      const generations = async () => (await deployments()).map(({ metadata }) => [metadata.name, metadata.generation]);
      const before = await generations();
      expect(await upgrade('minimal')).toMatchObject({ code: 0, stderr: '' });
      expect(await generations()).toEqual(before);
      expect(migrations()).toBe(2);
    });

    test('if the migration fails, the upgrade fails, the pods stay, and another upgrade succeeds', async () => {
      cluster.kubelet.fails = ({ metadata }) => metadata.labels['app.kubernetes.io/component'] === 'migrate';
      const before = await images();
      const failed = await upgrade('minimal', '--set', 'image.tag=2.0.0');
      expect(failed.code).toBe(1);
      expect(failed.stderr).toMatch(/pre-upgrade/);
      expect(await images()).toEqual(before);
      cluster.kubelet.fails = () => false;
      expect(await upgrade('minimal', '--set', 'image.tag=2.0.0')).toMatchObject({ code: 0, stderr: '' });
      expect(new Set(await images())).toEqual(new Set(['conveyor:2.0.0']));
    });
    const images = async () =>
      (await deployments()).map(({ spec }: Manifest) => spec.template.spec.containers[0].image);

    test('it upgrades through every set of values, one after the other', async () => {
      for (const set of valueSets.filter((each) => isKnown(each))) {
        expect(await upgrade(set), set).toMatchObject({ code: 0, stderr: '' });
        const faults = (await deployments()).filter(({ spec, status }) => status.availableReplicas !== spec.replicas);
        expect(
          faults.map(({ metadata }) => metadata.name),
          set,
        ).toEqual([]);
      }
    }, 600_000);

    test('it rolls back to the revision before', async () => {
      expect(await run('rollback', release, '--wait')).toMatchObject({ code: 0, stderr: '' });
      expect((await deployments()).map(({ metadata }) => metadata.name).sort()).toEqual([
        'shop-conveyor',
        'shop-conveyor-bulk',
        'shop-conveyor-engine',
        'shop-conveyor-webhooks',
      ]);
    });

    test('nothing of the release remains after it is uninstalled', async () => {
      expect(await run('uninstall', release, '--wait')).toMatchObject({ code: 0, stderr: '' });
      await eventually(async () =>
        (await cluster.ofRelease(namespace, release)).map(({ kind, metadata }) => `${kind} ${metadata.name}`),
      );
    });
  });

  test('an installation needs the rights of an administrator of its namespace, and no others', async () => {
    const helm = await goTool('helm');
    const namespace = await cluster.namespace('installer');
    const args = ['install', release, chart, '--namespace', namespace, '--values', valuesFile('minimal'), '--wait'];
    const refused = await cluster.helm(helm, args, { person: 'installer' });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/User "installer" cannot/);
    const binding = ['create', 'rolebinding', 'installers', '--clusterrole=admin', '--group=installers'];
    expect(await cluster.kubectl([...binding, '--namespace', namespace])).toMatchObject({ code: 0 });
    expect(await cluster.helm(helm, args, { person: 'installer' })).toMatchObject({ code: 0, stderr: '' });
  });

  const isKnown = (set: string) => set !== 'worker-controller' || cluster.customKinds.includes('WorkerDeployment');
});
