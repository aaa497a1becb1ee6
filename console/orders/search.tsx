import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useSearchField } from '../ground/search-focus.ts';
import { useTexts } from '../texts/texts.tsx';

/** The search. A pause of typing searches. */
export function Search({ text }: { readonly text: string }) {
  const texts = useTexts();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const search = useDebouncedCallback((filter: string) => {
    void navigate({ to: '/orders', search: filter === '' ? {} : { filter }, replace: true });
  }, 150);
  useSearchField(field);
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={texts.orders.search}
      description={texts.orders.hint}
      inputWrapperOrder={['input', 'description']}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      spellCheck={false}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value);
      }}
    />
  );
}
