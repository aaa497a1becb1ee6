import { Listr } from 'listr2';

export interface Step {
  readonly title: string;
  /** Does it; `say` tells what is going on. Gives what came of it, for the line that stays. */
  run(say: (progress: string) => void): Promise<string>;
}

/** Without a terminal a line stays for good, so progress is told this seldom (milliseconds). */
const between = 10_000;

/**
 * Runs groups of steps one after the other, the steps of a group side by side, and shows how far they are: live lines in
 * a terminal, one plain line for each step elsewhere. Rejects with the first failure of a group, after all of it ended.
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
  // Listr would end the process at Ctrl-C by itself, before the stack is stopped.
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
      let told = 0;
      const result = await step.run((progress) => {
        if (Date.now() - told < between) return;
        told = Date.now();
        output.write(`${step.title}: ${progress} …\n`);
      });
      output.write(`${step.title}: ${result}\n`);
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
