import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';

/** The search. A pause of typing searches. */
export function Search({ text }: { readonly text: string }) {
  const texts = useTexts();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const search = useDebouncedCallback((filter: string) => {
    void navigate({
      to: '/orders',
      search: ({ look }) => ({ look, ...(filter === '' ? {} : { filter }) }),
      replace: true,
    });
  }, 150);
  useEffect(() => {
    const toField = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', toField);
    return () => window.removeEventListener('keydown', toField);
  }, []);
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
