import { type Command, Help, type Option } from 'commander';
import { wrap } from './output/table.ts';

/** As wide as the terminal, but no wider than is good to read; 80 where it goes elsewhere. */
const widest = 120;
const elsewhere = 80;

/** For `addHelpText`: paragraphs that are as wide as the rest of the help. */
export function further(...paragraphs: readonly string[]): () => string {
  return () => `\n${paragraphs.flatMap((text) => wrap(text, columns())).join('\n')}`;
}

/** Sets up a command and all below it: how help looks, and what is said after what was not understood. */
export function prepared(command: Command, path = command.name()): Command {
  command
    .exitOverride()
    .configureHelp({ helpWidth: columns(), minWidthToWrap: 20, optionDescription })
    .showHelpAfterError(`See ${path} --help.`);
  for (const each of command.commands) prepared(each, `${path} ${each.name()}`);
  return command;
}

/** Says of an option that it has to be given, and nothing of an empty list in place of it. */
function optionDescription(option: Option): string {
  const empty = Array.isArray(option.defaultValue) && option.defaultValue.length === 0;
  const shown = empty ? Object.assign(Object.create(option), { defaultValue: undefined }) : option;
  return `${Help.prototype.optionDescription.call(new Help(), shown)}${option.mandatory ? ' (needed)' : ''}`;
}

function columns(): number {
  return Math.min(widest, process.stdout.isTTY ? process.stdout.columns || elsewhere : elsewhere);
}
