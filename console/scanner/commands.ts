import { type Command, type CommandCode, commandCodes } from '../../lib/barcodes/command-codes.ts';
import { Registry, useRegistered } from '../ground/registry.ts';

interface Offered {
  readonly command: Command;
  readonly run: () => void;
}

const registry = new Registry<Offered>();

/** Offers commands as long as the component is in view. */
export function useScanCommands(commands: Partial<Readonly<Record<Command, () => void>>>): void {
  const offered = Object.entries(commands).map(([command, run]) => ({ command: command as Command, run }));
  useRegistered(registry, offered);
}

/** Runs the command of a code, if it is one. @returns whether something offers the command; null for a code that is no command */
export function runCommand(code: string): boolean | null {
  const command = commandCodes[code.toUpperCase() as CommandCode];
  if (command === undefined) return null;
  const offered = registry.all().find((one) => one.command === command);
  offered?.run();
  return offered !== undefined;
}
