import type { AppliedSchedules, Client } from '../../client/client.ts';
import { agrees } from '../output/question.ts';
import { many, painted, type Terminal } from '../output/terminal.ts';

export interface ApplyOptions {
  readonly client: Pick<Client, 'schedule'>;
  /** Output for the differences. */
  readonly terminal: Terminal;
  /** Whether to apply without asking. */
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/** Shows the differences between the active configuration and Temporal, and applies the configuration after confirmation. */
export async function applySchedules({ client, terminal, yes, dryRun }: ApplyOptions): Promise<AppliedSchedules> {
  const preview = await client.schedule.apply({ dry_run: true });
  if (preview.changes.length === 0) {
    terminal.write('No differences: Temporal has the schedules of the active configuration.\n');
    return { ...preview, applied: true };
  }
  terminal.write(preview.changes.map((change) => changeText(change, terminal)).join(''));
  if (dryRun || !(yes || (await isConfirmed(terminal)))) {
    terminal.write('Nothing was changed.\n');
    return preview;
  }
  const applied = await client.schedule.apply({});
  terminal.write('Applied.\n');
  return applied;
}

const signs = { added: '+', changed: '~', removed: '-' } as const;
const colors = { added: 'green', changed: 'yellow', removed: 'red' } as const;

function changeText({ kind, name, fields, orders }: AppliedSchedules['changes'][number], terminal: Terminal): string {
  const width = Math.max(...fields.map(({ field }) => field.length));
  const lines = fields.map(({ field, from, to }) => {
    const value = kind === 'changed' ? `${from ?? '–'} → ${to ?? '–'}` : (to ?? from);
    return `    ${field.padEnd(width)}  ${value}`;
  });
  const matched = orders === null ? [] : [`    ${many(orders, 'order')} match now`];
  return [painted(terminal, colors[kind], `${signs[kind]} ${name}`), ...lines, ...matched, ''].join('\n');
}

async function isConfirmed(terminal: Terminal): Promise<boolean> {
  if (!process.stdin.isTTY || !terminal.live) {
    terminal.write('To apply the differences, use --yes. ');
    return false;
  }
  return agrees('Apply these changes?');
}
