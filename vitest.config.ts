import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const common = { pool: 'forks', testTimeout: 30_000, hookTimeout: 120_000 } as const;

/** Vitest's default leaves one processor free. On two processors that would run one file at a time. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/** Returns an absolute path, because `--root` may be the folder of a user's own plugins. */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const service = ['test/service/**/*.test.ts', 'test/client/**/*.test.ts'];
const engine = ['test/{workflows,worker}/**/*.test.ts'];
const stack = ['test/stack/**/*.test.ts'];
/** Tests of the service that declare resources of their own, or replace a module: these files run isolated. */
const isolated = ['test/service/{platform/{listing,records},crash}/**/*.test.ts'];

/** Every run starts PostgreSQL (half a second). The other global set-ups in test/support start what their project needs. */
export default defineConfig({
  test: {
    globalSetup: [here('test/support/postgres.ts')],
    // Measured by .ci/run. Programs that the tests start as processes of their own are not counted.
    coverage: {
      provider: 'v8',
      include: [
        '{activities,cartonization,cli,client,config,expressions,outgoing,planning,plugins,printing,service,stack,tracing,worker,workflows}/**/*.ts',
      ],
      reporter: ['json-summary'],
    },
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          maxWorkers,
          include: ['test/!(service|client|workflows|worker|stack)/**/*.test.ts', 'test/*.test.ts', ...isolated],
        },
      },
      {
        // A file takes half the time where it finds the service already loaded: 28 s of CPU for 15 files, 52 s isolated.
        test: { ...common, name: 'service', maxWorkers, isolate: false, include: service, exclude: isolated },
      },
      {
        // On a real Temporal server, started only when one of these files is among those to run.
        test: {
          ...common,
          name: 'engine',
          include: engine,
          globalSetup: [here('test/support/temporal.ts')],
          // These tests wait for timers and schedules most of the time: more of them run at once than there are processors.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
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
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
