import './palette.css';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { Command } from '../ground/commands.ts';
import { useTexts } from '../texts/texts.tsx';
import type { EarlyInput } from './early-field.tsx';
import { useOpening } from './opening.ts';
import { Question } from './question.tsx';
import { Search } from './search.tsx';

export interface PaletteProps {
  /** Input during the load of the palette. */
  readonly early: EarlyInput;
  /** Called after it has closed. */
  readonly onClosed: () => void;
}

/** A search of pages, orders and commands. Arrow keys choose, and Enter runs. */
export function Palette({ early, onClosed }: PaletteProps) {
  const texts = useTexts();
  const { isOpen, close } = useOpening(early.focused);
  const [asking, setAsking] = useState<Command | null>(null);
  const run = (command: Command, answer?: string) => {
    if (command.asks !== undefined && answer === undefined) return setAsking(command);
    close();
    command.run(answer ?? '');
  };
  return (
    <Modal.Root
      opened={isOpen}
      onClose={close}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
      size="lg"
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={texts.palette.title}>
        {asking ? (
          <Question command={asking} onAnswered={(answer) => run(asking, answer)} />
        ) : (
          <Search early={early} onChosen={run} />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
