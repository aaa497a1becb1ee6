import { type Command, Help, type Option } from 'commander';
import { wrap } from './output/table.ts';

/** Greatest width of the help in characters, for readability. */
const widest = 120;
/** Width if the output is no terminal. */
const defaultWidth = 80;

/** Returns a function for `addHelpText` that wraps the paragraphs to the width of the help. */
export function further(...paragraphs: readonly string[]): () => string {
  return () => `\n${paragraphs.flatMap((text) => wrap(text, columns())).join('\n')}`;
}

/** Sets the format of the help and the hint after usage errors, for a command and its subcommands. */
export function configureHelp(command: Command, path = command.name()): Command {
  command
    .exitOverride()
    .configureHelp({ helpWidth: columns(), minWidthToWrap: 20, optionDescription })
    .showHelpAfterError(`See ${path} --help.`);
  for (const each of command.commands) configureHelp(each, `${path} ${each.name()}`);
  return command;
}

/** Marks a required option, and hides an empty list as default value. */
function optionDescription(option: Option): string {
  const empty = Array.isArray(option.defaultValue) && option.defaultValue.length === 0;
  const shown = empty ? Object.assign(Object.create(option), { defaultValue: undefined }) : option;
  return `${Help.prototype.optionDescription.call(new Help(), shown)}${option.mandatory ? ' (required)' : ''}`;
}

function columns(): number {
  return Math.min(widest, process.stdout.isTTY ? process.stdout.columns || defaultWidth : defaultWidth);
}
