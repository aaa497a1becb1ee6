import { Text } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Command } from '../ground/commands.ts';
import { useTexts } from '../texts/texts.tsx';

/** Asks for what a command needs, such as the reason of a hold. */
export function Question({
  command,
  onAnswered,
}: {
  readonly command: Command;
  readonly onAnswered: (text: string) => void;
}) {
  const texts = useTexts();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const asks = command.asks ?? '';
  return (
    <>
      <div className="palette-search">
        <IconTerminal2 size={18} aria-hidden />
        <input
          ref={field}
          type="text"
          aria-label={asks}
          placeholder={asks}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing && typed.trim() !== '') onAnswered(typed.trim());
          }}
        />
      </div>
      <Text size="sm" p="md">
        <strong>{command.name}</strong>. {texts.palette.answer(asks)}
      </Text>
    </>
  );
}
