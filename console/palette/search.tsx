import { Kbd, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Command } from '../ground/commands.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { useTexts } from '../texts/texts.tsx';
import { optionId, useChoice } from './choice.ts';
import type { EarlyInput } from './early-field.tsx';
import { useSections } from './items.ts';
import { listId, Options } from './options.tsx';

interface SearchProps {
  readonly early: EarlyInput;
  /** Called with the command that somebody chooses. */
  readonly onChosen: (command: Command) => void;
}

/** The field of the palette, with what it finds. */
export function Search({ early, onChosen }: SearchProps) {
  const texts = useTexts();
  const [typed, setTyped] = useState(early.text);
  const field = useRef<HTMLInputElement>(null);
  // The dialog would focus it only after the next key.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(-1, -1);
  }, []);
  const { sections, error, isSearching } = useSections(typed);
  const commands = sections.flatMap((section) => section.commands);
  const choice = useChoice({ commands, typed, isSearching, isEntered: early.isEntered, run: onChosen });
  return (
    <>
      <div className="palette-search">
        <IconSearch size={18} aria-hidden />
        <input
          ref={field}
          type="text"
          role="combobox"
          data-autofocus
          aria-label={texts.palette.field}
          aria-description={texts.palette.help}
          placeholder={texts.palette.field}
          aria-expanded={commands.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? optionId(choice.index) : undefined}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={choice.onKeyDown}
        />
      </div>
      {error && <ProblemNotice error={error} />}
      <Options sections={sections} choice={choice} />
      <Outcome count={commands.length} isSearching={isSearching} />
    </>
  );
}

/** Says how many results there are, and which keys choose. */
function Outcome({ count, isSearching }: { readonly count: number; readonly isSearching: boolean }) {
  const texts = useTexts();
  const words = isSearching ? texts.palette.searching : count === 0 ? texts.palette.none : texts.palette.count(count);
  return (
    <div className="palette-foot">
      <Text size="xs" c="dimmed" aria-live="polite" className="palette-count">
        {words}
      </Text>
      <Text size="xs" c="dimmed" aria-hidden visibleFrom="xs">
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {texts.palette.keys.choose} · <Kbd size="xs">↵</Kbd>{' '}
        {texts.palette.keys.run} · <Kbd size="xs">Esc</Kbd> {texts.palette.keys.close}
      </Text>
    </div>
  );
}
