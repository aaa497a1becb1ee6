import { type Command, Help, type Option } from 'commander';
import { wrap } from './table.ts';

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

const helpFlags = ['-h', '--help'];

/**
 * Returns the arguments without a flag for help if a command in them is unknown. Commander prints the help of the commands around
 * an unknown one, and ends with 0; without the flag it reports the unknown one.
 * @param args the arguments behind the name of the program
 */
export function withoutHelpOfUnknown(program: Command, args: readonly string[]): readonly string[] {
  let command = program;
  for (const name of args.filter((arg) => !arg.startsWith('-'))) {
    if (command.commands.length === 0 || name === 'help') return args;
    const known = command.commands.find((each) => each.name() === name || each.aliases().includes(name));
    if (!known) return args.filter((arg) => !helpFlags.includes(arg));
    command = known;
  }
  return args;
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
