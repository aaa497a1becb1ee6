import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Command } from '../ground/commands.ts';

/** The id of the element of an option. */
export const optionId = (index: number) => `palette-option-${index}`;

export interface Choice {
  readonly index: number;
  readonly choose: (index: number) => void;
  readonly run: (command: Command) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export interface ChoiceOptions {
  readonly commands: readonly Command[];
  readonly typed: string;
  readonly isSearching: boolean;
  /** Whether Enter was pressed before the palette was there. */
  readonly isEntered: boolean;
  readonly run: (command: Command) => void;
}

/**
 * The option that Enter runs. If the user presses Enter during a search, the first result runs as soon as it
 * arrives.
 */
export function useChoice({ commands, typed, isSearching, isEntered: wasEntered, run }: ChoiceOptions): Choice {
  const [chosen, setChosen] = useState<{ index: number; typed: string; isByHand: boolean } | null>(null);
  const [isEntered, setEntered] = useState(wasEntered);
  const index = chosen?.typed === typed ? Math.min(chosen.index, Math.max(0, commands.length - 1)) : 0;
  const isByHand = chosen?.typed === typed && chosen.isByHand;
  const choose = (next: number) => setChosen({ index: next, typed, isByHand: true });
  const command = commands[index];
  useEffect(() => {
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  useEffect(() => {
    if (!isEntered || isSearching) return;
    setEntered(false);
    if (command) run(command);
  });
  const moves: Record<string, (at: number) => number> = {
    ArrowDown: (at) => (at + 1) % commands.length,
    ArrowUp: (at) => (at - 1 + commands.length) % commands.length,
    Home: () => 0,
    End: () => commands.length - 1,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const move = moves[event.key];
    // In the text, Home and End move the cursor, as everywhere.
    if (move && commands.length > 0 && (event.key.startsWith('Arrow') || typed === '')) {
      event.preventDefault();
      choose(move(index));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isSearching && !isByHand) setEntered(true);
      else if (command) run(command);
    } else {
      setEntered(false);
    }
  };
  return { index, choose, run, onKeyDown };
}
