import { Command } from 'commander';
import type { Verify } from '../client/client.ts';
import { type ConnectionOptions, connected, print, printJson, withClient } from './connection.ts';
import { further } from './output/help.ts';

/** `conveyor verify`: checks that stock, work, counters and states agree. */
export function verifyCommand(): Command {
  const command = new Command('verify')
    .description('check that stock, work, counters and states agree')
    .addHelpText('after', further('Exit codes: 0 all rules are true, 1 a rule is broken, 2 usage error.'));
  return connected(command).action(async (options: ConnectionOptions & { json?: boolean }) => {
    const verified = await withClient(options, (client) => client.verify.get());
    if (options.json) printJson(verified);
    else print(text(verified));
    if (verified.violations.length > 0) process.exitCode = 1;
  });
}

/** Greatest number of printed rows of a broken rule; --json prints all. */
const shown = 10;

function text({ rules, violations }: Verify): string {
  if (violations.length === 0) return `All ${rules} rules are true.\n`;
  const broken = violations.map(({ rule, rows }) => {
    const some = rows.slice(0, shown).map((row) => `  ${JSON.stringify(row)}\n`);
    const more = rows.length > shown ? `  and ${rows.length - shown} more\n` : '';
    return `Broken: ${rule}\n${some.join('')}${more}`;
  });
  return `${broken.join('')}${violations.length} of ${rules} rules are broken.\n`;
}
