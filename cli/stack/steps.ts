import { Listr } from 'listr2';

export interface Step {
  readonly title: string;
  /** Runs the step; `report` shows its progress. @returns the result, for the final line */
  run(report: (progress: string) => void): Promise<string>;
}

/** Milliseconds between two progress lines without a terminal, where lines cannot be overwritten. */
const progressInterval = 10_000;

/**
 * Runs groups of steps one after the other, and the steps of a group in parallel. A terminal shows live lines, any other output
 * gets one line for each step. Rejects with the first failure of a group after all its steps have ended.
 */
export async function runSteps(groups: readonly (readonly Step[])[], output: NodeJS.WriteStream): Promise<void> {
  for (const group of groups) await (output.isTTY ? runLive(group) : runPlain(group, output));
}

async function runLive(group: readonly Step[]): Promise<void> {
  const failures: unknown[] = [];
  const tasks = group.map((step) => ({
    title: step.title,
    task: async (_: unknown, task: { title: string; output: string }) => {
      try {
        const result = await step.run((progress) => {
          task.output = progress;
        });
        task.title = `${step.title}: ${result}`;
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
  }));
  // With its signal listeners, Listr would end the process at Ctrl-C before the stack is stopped.
  const list = new Listr(tasks, {
    concurrent: true,
    exitOnError: false,
    registerSignalListeners: false,
    rendererOptions: { showErrorMessage: false, collapseErrors: false },
  });
  await list.run();
  if (failures.length > 0) throw failures[0];
}

async function runPlain(group: readonly Step[], output: NodeJS.WriteStream): Promise<void> {
  const results = await Promise.allSettled(
    group.map(async (step) => {
      let reportedAt = 0;
      const result = await step.run((progress) => {
        if (Date.now() - reportedAt < progressInterval) return;
        reportedAt = Date.now();
        output.write(`${step.title}: ${progress} …\n`);
      });
      output.write(`${step.title}: ${result}\n`);
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
