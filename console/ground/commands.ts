import { Registry, useAll, useRegistered } from './registry.ts';

/** Something that the palette does. */
export interface Command {
  /** Its effect, as an imperative: "Hold S-1012". */
  readonly name: string;
  /** More about it, in small letters. */
  readonly hint?: string | undefined;
  /** A question of the palette before it runs the command, such as "Reason". */
  readonly asks?: string | undefined;
  /** @param answer the user's answer; empty for a command without a question */
  readonly run: (answer: string) => void;
}

const registry = new Registry<Command>();

/** Returns the commands of the page in view. */
export const usePageCommands = (): readonly Command[] => useAll(registry);

/**
 * Adds commands to the palette as long as the page is in view.
 * @example useCommands(order && mayHold ? [{ name: texts.hold(order.number), run: hold }] : []);
 */
export const useCommands = (commands: readonly Command[]): void => useRegistered(registry, commands);
