import { Command } from 'commander';
import type { Verify, VerifyPart } from '../client/client.ts';
import { Failure } from '../lib/failure.ts';
import { type ConnectionOptions, connected, printResult, withClient } from './connection.ts';
import { further } from './output/help.ts';
import { note } from './output/terminal.ts';

interface VerifyOptions extends ConnectionOptions {
  readonly parts?: boolean;
  readonly since?: string;
  readonly month?: string;
}

/** `conveyor verify`: checks that stock, work, counters and states agree. */
export function verifyCommand(): Command {
  const command = new Command('verify')
    .description('check that stock, work, counters and states agree')
    .option('--parts', 'check in parts: open orders, stock, and each closed month once; continues where it was stopped')
    .option('--since <day>', 'in parts, and the months from this day on again, such as 2026-05-01')
    .option('--month <month>', 'check one closed month again, such as 2026-05')
    .addHelpText('after', further('Exit codes: 0 all rules are true, 1 a rule is broken, 2 usage error.'));
  return connected(command).action(async (options: VerifyOptions) => {
    const isInParts = options.parts || options.since !== undefined || options.month !== undefined;
    const broken = isInParts ? await inParts(options) : await whole(options);
    if (broken) process.exitCode = 1;
  });
}

/** Checks everything in one snapshot. @returns whether a rule is broken */
async function whole(options: VerifyOptions): Promise<boolean> {
  const verified = await withClient(options, (client) => client.verify.get());
  printResult(options, verified, () => text(verified));
  return verified.violations.length > 0;
}

/** Checks in parts, each in snapshots of its own. @returns whether a rule is broken */
async function inParts({ since, month, ...options }: VerifyOptions): Promise<boolean> {
  if (since !== undefined && !/^\d{4}-\d\d(-\d\d)?$/.test(since))
    throw new Failure(`--since ${since} is no day. An example is 2026-05-01.`, 2);
  const { verifyParts } = await import('./verify/in-parts.ts');
  const parts = await withClient(options, (client) =>
    verifyParts(client, { since, month }, ({ part, orders }) => {
      if (!options.json && orders > 0) note(`${part}: ${orders.toLocaleString('en')} orders\n`);
    }),
  );
  if (month !== undefined && parts.length === 0)
    throw new Failure(`${month} is no closed month with orders. GET /verify/part lists them.`, 2);
  printResult(options, parts, () => parts.map(partText).join(''));
  return parts.some(({ violations }) => violations.length > 0);
}

function partText({ part, orders, violations }: VerifyPart): string {
  const what = part === 'stock' ? '' : ` of ${orders.toLocaleString('en')} orders`;
  if (violations.length === 0) return `${part}: all rules${what} are true.\n`;
  return `${part}: ${violations.length} rules${what} are broken.\n${violations.map(brokenText).join('')}`;
}

/** Greatest number of printed rows of a broken rule; --json prints all. */
const shown = 10;

function brokenText({ rule, rows }: Verify['violations'][number]): string {
  const some = rows.slice(0, shown).map((row) => `  ${JSON.stringify(row)}\n`);
  const more = rows.length > shown ? `  and ${rows.length - shown} more\n` : '';
  return `Broken: ${rule}\n${some.join('')}${more}`;
}

function text({ rules, violations }: Verify): string {
  if (violations.length === 0) return `All ${rules} rules are true.\n`;
  return `${violations.map(brokenText).join('')}${violations.length} of ${rules} rules are broken.\n`;
}
