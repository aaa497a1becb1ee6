import { Command } from 'commander';
import { expect, test } from 'vitest';
import { bulkCommand } from '../../../cli/bulk.ts';
import { configCommand } from '../../../cli/config.ts';
import { importCommand } from '../../../cli/import.ts';
import { orderCommand } from '../../../cli/order.ts';
import { configureHelp, withoutHelpOfUnknown } from '../../../cli/output/help.ts';
import { pluginCommand } from '../../../cli/plugin.ts';
import { runCommand } from '../../../cli/run.ts';
import { scheduleCommand } from '../../../cli/schedule.ts';
import { webhookCommand } from '../../../cli/webhook.ts';

const groups = () => [
  bulkCommand(),
  configCommand(),
  importCommand(),
  orderCommand(),
  pluginCommand(),
  runCommand(),
  scheduleCommand(),
  webhookCommand(),
];

/** Every command with the help that a file gets. */
function helps(): { name: string; text: string }[] {
  const all = groups().flatMap((group) => [configureHelp(group), ...group.commands]);
  return all.map((command) => {
    const written: string[] = [];
    command.configureOutput({ writeOut: (text) => written.push(text) });
    command.outputHelp();
    return { name: command.name(), text: written.join('') };
  });
}

test('help is no wider than 80 characters where it goes into a file, what stands behind the options too', () => {
  const wide = helps().flatMap(({ name, text }) =>
    text.split('\n').flatMap((line) => ([...line].length > 80 ? [`${name}: ${line}`] : [])),
  );
  expect(wide).toEqual([]);
});

test('help marks a required option, and hides an empty default', () => {
  const text = helps()
    .map((one) => one.text)
    .join('')
    .replaceAll(/\s+/g, ' ');
  expect(text).toContain('or the bundled shopify, woocommerce or amazon (required)');
  expect(text).not.toMatch(/default: \[\]|default: now\) \(default/);
});

test('what was not understood is said with where help is', () => {
  const program = configureHelp(new Command('conveyor').addCommand(orderCommand()));
  const [order] = program.commands;
  const said: string[] = [];
  for (const command of order!.commands) command.configureOutput({ writeErr: (text) => said.push(text) });
  expect(() => program.parse(['order', 'skip', '7', 'pick'], { from: 'user' })).toThrow();
  expect(said.join('')).toMatch(
    /'pick' is invalid.*Allowed choices are pack, ship\.\nSee conveyor order skip --help\.\n/,
  );
});

test('an unknown command is a usage error, also with --help, and the help of a known one is none', () => {
  const outcome = (...args: string[]) => {
    const program = configureHelp(new Command('conveyor').addCommand(orderCommand()).addCommand(bulkCommand()));
    const silent = { writeErr: () => undefined, writeOut: () => undefined };
    program.configureOutput(silent);
    for (const group of program.commands) for (const each of [group, ...group.commands]) each.configureOutput(silent);
    try {
      program.parse([...withoutHelpOfUnknown(program, args)], { from: 'user' });
      return null;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const unknown = [['nosuch', '--help'], ['-h', 'nosuch'], ['order', 'nosuch', '--help'], ['nosuch']];
  expect(unknown.map((args) => outcome(...args))).toEqual(Array(4).fill('commander.unknownCommand'));
  const known = [['order', '--help'], ['order', 'show', '-h'], ['--help'], ['order', 'show', 'nosuch', '--help']];
  expect(known.map((args) => outcome(...args))).toEqual(Array(4).fill('commander.helpDisplayed'));
  expect(outcome('help', 'order')).toBe('commander.help');
});
