import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longer than the others of their group, the longest first. Those of stacks wait for programs, and alternate with
 * files that keep a processor busy.
 */
export const longest = [
  'test/cli/stack/up.test.ts',
  'test/service/crash/points.test.ts',
  'test/cli/stack/builds/rolling-upgrade.test.ts',
  'test/cli/stack/crash/crash.test.ts',
  'test/service/platform/database/vanished-database.test.ts',
  'test/console/schedules/away.test.ts',
  'test/workflows/scheduled-run/catch-up.test.ts',
  'test/cli/stack/stopped-processes.test.ts',
  'test/service/crash/kills.test.ts',
  'test/plugins/sandbox/hooks.test.ts',
  'test/cli/stack/traces.test.ts',
  'test/cli/stack/deployed-processes.test.ts',
  'test/service/platform/http/background-kills.test.ts',
  'test/cli/stack/plugin-commands.test.ts',
  'test/cli/stack/reload.test.ts',
  'test/histories/replay.test.ts',
  'test/workflows/webhook/first-attempts.test.ts',
  'test/worker/build-watch.test.ts',
  'test/workflows/scheduled-run/firing.test.ts',
  'test/workflows/engine/restore.test.ts',
  'test/workflows/bulk-run/bulk-runs.test.ts',
  'test/worker/health.test.ts',
  'test/workflows/carrier-request/bookings.test.ts',
  'test/workflows/autowork/autowork.test.ts',
  'test/workflows/scheduled-run/overlap.test.ts',
  'test/worker/versions.test.ts',
  'test/workflows/autowork/kill.test.ts',
  'test/worker/alive.test.ts',
  'test/workflows/bulk-run/updates.test.ts',
  'test/workflows/webhook/webhooks.test.ts',
  'test/workflows/order/watch.test.ts',
  'test/workflows/bulk-run/print.test.ts',
  'test/workflows/order/by-hand.test.ts',
  'test/worker/namespace.test.ts',
];

/**
 * The projects whose files share a process, one after the other. Vitest keeps the process only for a next file of
 * the same project, and a new one takes some seconds of CPU to load and compile the modules. So their files do not
 * alternate.
 */
const shared = ['engine', 'listing', 'service', 'unit', 'plugins'];

/** Starts the longest files first, so that no processor is idle at the end because of one long file. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((file) => moduleId.endsWith(file));
      return at === -1 ? longest.length : at;
    };
    const place = ({ project }: TestSpecification) => shared.indexOf(project.name);
    return sorted.sort((one, other) => place(one) - place(other) || rank(one) - rank(other));
  }
}
