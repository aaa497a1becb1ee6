import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than the others of their project, the longest first. Each waits, or starts programs. */
const longest = [
  'test/stack/up.test.ts',
  'test/stack/crash-bulk.test.ts',
  'test/stack/crash-webhooks.test.ts',
  'test/stack/crash.test.ts',
  'test/stack/plugin-commands.test.ts',
  'test/workflows/bulk-run/bulk-runs.test.ts',
  'test/workflows/scheduled-run/firing.test.ts',
  'test/workflows/autowork/kill.test.ts',
  'test/workflows/scheduled-run/catch-up.test.ts',
  'test/worker/alive.test.ts',
  'test/workflows/carrier-request/bookings.test.ts',
  'test/workflows/bulk-run/print.test.ts',
  'test/workflows/scheduled-run/overlap.test.ts',
  'test/worker/versions.test.ts',
  'test/service/crash/points.test.ts',
  'test/service/model/model.test.ts',
  'test/service/crash/kills.test.ts',
  'test/plugins/sandbox/hooks.test.ts',
];

/** Starts the longest files first, so that no processor is idle at the end because of one long file. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((file) => moduleId.endsWith(file));
      return at === -1 ? longest.length : at;
    };
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
