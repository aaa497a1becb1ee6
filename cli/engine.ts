import { Command } from 'commander';
import { type ConnectionOptions, connected, printResult, withClient } from './connection.ts';
import { further } from './output/help.ts';

/** `conveyor engine restored|reconcile`: brings the database and the Temporal server together after a restore of either. */
export function engineCommand(): Command {
  return new Command('engine')
    .description('compare the database with the Temporal server, and bring them together after a restore')
    .addCommand(restoredCommand())
    .addCommand(reconcileCommand())
    .addHelpText('after', further('See "Restoring" in docs/operating.md.'));
}

function restoredCommand(): Command {
  const command = new Command('restored').description(
    'report that the database or the Temporal server was restored; workflows from before count as those of other records',
  );
  return connected(command).action(async (options: ConnectionOptions) => {
    const restored = await withClient(options, (client) => client.engine.restored());
    printResult(
      options,
      restored,
      () => `The epoch is now ${restored.epoch}. Run "conveyor engine reconcile --fix" next.\n`,
    );
  });
}

function reconcileCommand(): Command {
  const command = new Command('reconcile')
    .description('compare open orders, autoworks, bulk runs and deliveries with the workflows that run')
    .option('--fix', 'start missing workflows, and terminate those of no open record')
    .addHelpText('after', further('Exit codes: 0 no difference is left, 1 a difference is left, 2 usage error.'));
  return connected(command).action(async (options: ConnectionOptions & { fix?: boolean }) => {
    const fix = options.fix ?? false;
    const [{ reconcile }, { reconciliationText }] = await Promise.all([
      import('./engine/reconcile.ts'),
      import('./engine/reconcile-text.ts'),
    ]);
    const result = await withClient(options, (client) => reconcile(client, { fix }));
    printResult(options, result, () => reconciliationText(result, { fix }));
    if (result.left > 0) process.exitCode = 1;
  });
}
