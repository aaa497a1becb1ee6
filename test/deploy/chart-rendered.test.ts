import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  chart,
  chartStamp,
  keptSets,
  type Manifest,
  manifestsOf,
  namespace,
  ofKind,
  podsOf,
  release,
  render,
  renderedFile,
  stampFile,
  valueSets,
  valuesFile,
} from './support/chart.ts';
import { goTool, hasTools } from './support/go-tool.ts';
import { kubernetesSchemas } from './support/kubernetes-schemas.ts';
import { rules } from './support/rules.ts';

/** Sets of values that let the engine reach its carriers, which a rule forbids without them. */
const withOutbound = ['carriers'];

describe.runIf(hasTools)('with helm and kubeconform', () => {
  let helm: string;
  let helm3: string;
  let kubeconform: string;
  let schemas: string;
  const folder = mkdtempSync(join(tmpdir(), 'conveyor-chart-'));
  beforeAll(async () => {
    helm = await goTool('helm');
    helm3 = await goTool('helm-3');
    kubeconform = await goTool('kubeconform');
    schemas = await kubernetesSchemas();
  }, 900_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Validates resources strictly. @returns the output, which names each fault */
  function validate(text: string, ...more: string[]): string {
    const args = ['-strict', '-schema-location', schemas, '-output', 'json', ...more, '-'];
    try {
      return execFileSync(kubeconform, args, { input: text, encoding: 'utf8' });
    } catch (error) {
      return String((error as { stdout: string }).stdout);
    }
  }

  test.each(valueSets)('%s: helm finds no fault, and every resource fits the schema of its kind', (set) => {
    const linted = execFileSync(helm, ['lint', '--strict', '--quiet', '--values', valuesFile(set), chart], {
      encoding: 'utf8',
    });
    expect(linted).not.toMatch(/\[(ERROR|WARNING)\]/);
    // The kinds of the worker controller are in no module that this test could read.
    const report = JSON.parse(validate(render(helm, set), '-skip', 'WorkerDeployment', '-summary'));
    expect(report.resources ?? []).toEqual([]);
    expect(report.summary).toMatchObject({ invalid: 0, errors: 0, skipped: set === 'worker-controller' ? 1 : 0 });
    expect(report.summary.valid).toBeGreaterThan(5);
  });

  test.each(valueSets)('%s: helm 3 renders the same resources and finds no fault', (set) => {
    // Compiled without its settings of a release, it takes Kubernetes for 1.20.
    const kubernetes = ['--kube-version', '1.37.2'];
    expect(manifestsOf(render(helm3, set, ...kubernetes))).toEqual(manifestsOf(render(helm, set, ...kubernetes)));
    const args = ['lint', '--strict', '--quiet', '--values', valuesFile(set), ...kubernetes, chart];
    expect(execFileSync(helm3, args, { encoding: 'utf8' })).not.toMatch(/\[(ERROR|WARNING)\]/);
  });

  test.each(valueSets)('%s: every rule holds', (set) => {
    const manifests = manifestsOf(render(helm, set));
    const faults = Object.values(rules).flatMap((rule) => rule(manifests));
    const expected = withOutbound.includes(set) ? ['shop-conveyor-engine reaches the world'] : [];
    expect(faults).toEqual(expected);
  });

  test.each(keptSets)('%s: the rendered resources of the repository are those of the chart', async (set) => {
    await expect(render(helm, set)).toMatchFileSnapshot(renderedFile(set));
    await expect(`${chartStamp()}\n`).toMatchFileSnapshot(stampFile);
  });

  test('the validation refuses an unknown field and a wrong type', () => {
    const text = render(helm, 'minimal');
    expect(validate(text.replace('automountServiceAccountToken: false', 'automountServiceToken: false'))).toMatch(
      /automountServiceToken/,
    );
    expect(validate(text.replace(/^ {2}replicas: 2$/m, '  replicas: two'))).toMatch(
      /replicas.*integer|integer.*replicas/s,
    );
    expect(validate(render(helm, 'autoscaling').replaceAll('minReplicaCount', 'minReplicas'))).toMatch(/minReplicas/);
  });

  test('a changed operators file changes the checksum of all pods that read it, and nothing else of them', () => {
    const file = join(folder, 'rules.yaml');
    writeFileSync(file, 'defaults: { steps: { pick: automatic } }\n');
    const before = podsOf(manifestsOf(render(helm, 'own-rules')));
    const after = podsOf(manifestsOf(render(helm, 'own-rules', '--set-file', `config.files.carriers\\.yaml=${file}`)));
    const checksum = (pod: (typeof before)[number]) => pod.annotations['checksum/config'];
    const readers = before.filter((pod) => pod.kind === 'Deployment').map(({ owner }) => owner);
    expect(readers.length).toBeGreaterThan(3);
    for (const [index, pod] of before.entries()) {
      const other = after[index]!;
      expect(other.spec, pod.owner).toEqual(pod.spec);
      if (readers.includes(pod.owner)) expect(checksum(other), pod.owner).not.toBe(checksum(pod));
      else expect(other.annotations).toEqual(pod.annotations);
    }
  });

  test('without the hook, the rollout of the service waits longer than the Job may take', () => {
    const serviceOf = (manifests: readonly Manifest[]) =>
      ofKind(manifests, 'Deployment').find(({ metadata }) => metadata.name === 'shop-conveyor');
    const manifests = manifestsOf(render(helm, 'gitops'));
    const [job] = ofKind(manifests, 'Job');
    expect(serviceOf(manifests).spec.progressDeadlineSeconds).toBeGreaterThan(job.spec.activeDeadlineSeconds);
    expect(serviceOf(manifestsOf(render(helm, 'minimal'))).spec.progressDeadlineSeconds).toBeUndefined();
  });

  test('without the hook, the Job is a resource of the release with another name for each pod', () => {
    const jobOf = (...more: string[]) => ofKind(manifestsOf(render(helm, 'gitops', ...more)), 'Job')[0];
    const job = jobOf();
    expect(JSON.stringify(job.metadata.annotations)).not.toContain('helm.sh/hook');
    expect(job.spec.template.spec.serviceAccountName).toBe('shop-conveyor');
    const other = jobOf('--set', `image.digest=sha256:${'0'.repeat(64)}`);
    expect(other.metadata.name).not.toBe(job.metadata.name);
    // The pod of a Job cannot change: an API server would refuse the upgrade.
    expect(jobOf('--set', 'logLevel=debug').metadata.name).not.toBe(job.metadata.name);
    expect(jobOf('--set', 'service.replicas=3').metadata.name).toBe(job.metadata.name);
  });

  test.each(valueSets)('%s: the notes name the service, and warn of an engine that cannot call carriers', (set) => {
    const args = ['install', release, chart, '--namespace', namespace, '--values', valuesFile(set), '--dry-run=client'];
    // No cluster answers: the notes follow from the values alone.
    const env = { PATH: process.env.PATH, KUBECONFIG: join(folder, 'none') };
    const [, notes = ''] = execFileSync(helm, args, { encoding: 'utf8', env, stdio: 'pipe' }).split('\nNOTES:\n');
    expect(notes).toMatch(/^ {2}Service {4}https?:\/\//m);
    const isKeptInside = ofKind(manifestsOf(render(helm, set)), 'NetworkPolicy').some(({ metadata }) =>
      metadata.name.endsWith('-engine'),
    );
    expect(notes.includes('reach no address outside')).toBe(isKeptInside && !withOutbound.includes(set));
  });

  test.each([
    [['--set', 'database.existingSecret='], 'database.existingSecret is the name of the secret'],
    [['--set', 'temporal.address='], 'temporal.address is the address'],
    [['--set', 'service.replica=3'], "additional properties 'replica' not allowed"],
    [['--set', 'workers.night.replicas=3'], 'workers.night has no role'],
    [['--set', 'config.files.other\\.yaml=a'], 'config.files has no fulfillment.yaml'],
  ])('values that cannot work are refused with their name: %j', (values, message) => {
    const shown = () => {
      try {
        return render(helm, 'minimal', ...values);
      } catch (error) {
        return String((error as { stderr: string }).stderr);
      }
    };
    expect(shown()).toContain(message);
  });
});
