import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longFiles, runsAll } from './test/support/long-files.ts';
import LongestFirst from './test/support/longest-first.ts';

const common = {
  ...{ pool: 'forks', testTimeout: 30_000, hookTimeout: 120_000 },
  // Vitest's own limit is a second, which a busy machine exceeds. A test about speed sets its own limit.
  expect: { poll: { timeout: 10_000 } },
  // Tests make much garbage of short life. With Node's default of 16 MB, collecting it takes a tenth of the CPU more.
  execArgv: ['--max-semi-space-size=32'],
} as const;
const shared = { ...common, isolate: false } as const;

/** Vitest's default leaves one processor free. On two processors, three files keep both busy while some wait. */
const maxWorkers = Math.max(3, availableParallelism() - 1);

/** Returns an absolute path, because `--root` may be the folder of a user's own plugins. */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Files that run isolated, since they change something of their process: declarations, modules, tracing, Temporal's runtime. */
const isolated = [
  'test/service/parts/new-field.test.ts',
  'test/service/crash/**/*.test.ts',
  'test/lib/tracing/{protobuf,requests}.test.ts',
  'test/histories/{reorders,replay}.test.ts',
  'test/workflows/scheduled-run/catch-up.test.ts',
  'test/worker/request-id.test.ts',
];
/** Files that share a process without the service, because they declare records of their own. */
const listing = ['test/service/platform/listing/!(against-database|every-embed|natural-order).test.ts'];
const service = ['test/{service,client,cli}/**/*.test.ts'];
/** The pages of schedules show what a Temporal server has. */
const engine = ['test/{workflows,worker,console/schedules}/**/*.test.ts'];
const stack = ['test/cli/stack/**/*.test.ts'];
const unit = ['test/!(service|client|cli|workflows|worker)/**/*.test.ts', 'test/*.test.ts'];

/** `tools/test.mjs` says which. */
const leftOut = runsAll ? [] : longFiles;

/** Every run starts PostgreSQL (half a second). The other global set-ups in test/support start what their project needs. */
export default defineConfig({
  test: {
    globalSetup: [here('test/support/postgres.ts')],
    // Each project has a Vite server of its own. They share the transformed modules on disk, also with the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: here('node_modules/.cache/conveyor/modules') },
    sequence: { sequencer: LongestFirst },
    // `npm test -- --coverage` measures it, and costs a quarter of the CPU. Programs that the tests start as processes of their own are
    // not counted.
    coverage: {
      provider: 'v8',
      include: ['{activities,cli,client,config,lib,plugins,records,service,worker,workflows}/**/*.ts'],
      reporter: ['text-summary'],
    },
    projects: [
      { test: { ...common, name: 'isolated', maxWorkers, include: isolated, exclude: leftOut } },
      { test: { ...shared, name: 'listing', maxWorkers, include: listing, exclude: leftOut } },
      // The other files share a process, one after the other. A file takes half the time where it finds the modules loaded: 28 s
      // of CPU for 15 files of the service, 52 s isolated.
      { test: { ...shared, name: 'unit', maxWorkers, include: unit, exclude: [...engine, ...isolated, ...leftOut] } },
      {
        test: {
          ...shared,
          name: 'service',
          maxWorkers,
          include: service,
          exclude: [...isolated, ...listing, ...stack, ...leftOut],
        },
      },
      {
        // A user's own plugins, as `conveyor plugin new` writes them.
        test: { ...common, name: 'plugins', maxWorkers, include: ['**/*.test.mjs'] },
      },
      {
        // Each file starts its own stack of four processes, and waits most of the time for programs to start and recover.
        test: {
          ...common,
          name: 'stack',
          include: stack,
          exclude: leftOut,
          maxWorkers,
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        // On a real Temporal server, started only when one of these files is among those to run.
        test: {
          ...shared,
          name: 'engine',
          include: engine,
          exclude: [...isolated, ...leftOut],
          globalSetup: [here('test/support/temporal.ts')],
          // These tests wait for timers and schedules most of the time: more of them run at once than there are processors.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
        },
      },
    ],
  },
});
