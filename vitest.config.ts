import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const common = { pool: 'forks', testTimeout: 30_000, hookTimeout: 120_000 } as const;

/** Absolute, since `--root` may be the folder of somebody's plugins. */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What a project of tests starts by itself: see test/support. PostgreSQL is started for every run, half a second. */
export default defineConfig({
  test: {
    globalSetup: [here('test/support/postgres.ts')],
    projects: [
      {
        test: {
          ...common,
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: ['test/workflows/**', 'test/worker/**', 'test/stack/**'],
        },
      },
      {
        // On a real Temporal server, started only when one of these files is among those to run.
        test: {
          ...common,
          name: 'engine',
          include: ['test/{workflows,worker}/**/*.test.ts'],
          globalSetup: [here('test/support/temporal.ts')],
          // These tests wait for timers and schedules most of the time: more of them run at once than there are processors.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
        },
      },
      {
        // Plugins of one's own, as `conveyor plugin new` writes them.
        test: { ...common, name: 'plugins', include: ['**/*.test.mjs'] },
      },
      {
        // Whole stacks, each with processes of its own: one after the other.
        test: {
          ...common,
          name: 'stack',
          include: ['test/stack/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
