import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { ExpressionField } from './expression-field.tsx';
import type { Fault } from './fault.ts';
import type { EditorModule } from './use-editor.ts';

/** Milliseconds without a key until the search begins. */
const pause = 120;
const resource = 'salesorder';

export interface SearchProps {
  /** The text that the list is searched by. */
  readonly text: string;
  readonly onSearch: (text: string) => void;
}

/** The search. A pause of typing searches, and a wrong expression is not sent. */
export function Search({ text, onSearch }: SearchProps) {
  const texts = useTexts();
  const field = useRef<{ focus(): void }>(null);
  const editor = useRef<EditorModule>(null);
  const [typed, setTyped] = useState(text);
  const [fault, setFault] = useState<Fault | null>(null);
  const newest = useRef(text);
  const sent = useRef(text);
  const send = async (next: string) => {
    const wrong = (await editor.current?.faultOf(next, resource)) ?? null;
    // Somebody typed on meanwhile.
    if (newest.current !== next) return;
    setFault(wrong);
    if (wrong || sent.current === next) return;
    sent.current = next;
    onSearch(next);
  };
  const sendLater = useDebouncedCallback(send, pause);
  const type = (next: string) => {
    newest.current = next;
    setTyped(next);
    sendLater(next);
  };
  useEffect(() => {
    // Another view, or a way back in the history: the field follows. What somebody types is not taken back by a late answer.
    if (text === sent.current) return;
    sent.current = text;
    newest.current = text;
    setTyped(text);
    setFault(null);
  }, [text]);
  useKeyToField(field);
  return (
    <ExpressionField
      ref={field}
      label={texts.orders.search}
      hint={texts.search.hint}
      resource={resource}
      text={typed}
      fault={fault}
      onText={type}
      onEnter={() => void send(newest.current)}
      onLoaded={(module) => {
        editor.current = module;
        void send(newest.current);
      }}
    />
  );
}

/** The key / leads to the field. */
function useKeyToField(field: { readonly current: { focus(): void } | null }): void {
  useEffect(() => {
    const toField = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        (event.target.isContentEditable || event.target.matches('input, textarea, select'));
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', toField);
    return () => window.removeEventListener('keydown', toField);
  }, [field]);
}
