import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useSearchField } from '../../ground/search-focus.ts';
import { ExpressionField } from './expression-field.tsx';
import type { Fault } from './fault.ts';
import { usePatience } from './patience.ts';
import type { EditorModule } from './use-editor.ts';

/** Milliseconds without a key until the search begins. */
const pause = 120;

export interface SearchProps {
  /** The resource that is searched. */
  readonly resource: string;
  readonly label: string;
  readonly hint: string;
  /** Whether the key `/` leads to it. */
  readonly isSought?: boolean;
  /** The text that the list is searched by. */
  readonly text: string;
  readonly onSearch: (text: string) => void;
  /** Called when the field begins or ceases to say that the text has a fault. */
  readonly onFault: (isFaulty: boolean) => void;
}

/** The search. A pause of typing searches, and a wrong expression is not sent. */
export function Search({ resource, label, hint, isSought = false, text, onSearch, onFault }: SearchProps) {
  const field = useRef<{ focus(): void }>(null);
  const editor = useRef<EditorModule>(null);
  const [typed, setTyped] = useState(text);
  const [fault, setFault] = useState<Fault | null>(null);
  const newest = useRef(text);
  const sent = useRef(text);
  const send = async (next: string) => {
    const wrong = (await editor.current?.faultOf(next, resource)) ?? null;
    // The user has typed more text since then.
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
    // Another view, or a way back in the history: the field follows. A late answer does not replace typed text.
    if (text === sent.current) return;
    sent.current = text;
    newest.current = text;
    setTyped(text);
    setFault(null);
  }, [text]);
  const shown = usePatience(fault, typed);
  useEffect(() => onFault(shown !== null), [shown, onFault]);
  useSearchField(field, isSought);
  return (
    <ExpressionField
      ref={field}
      label={label}
      hint={hint}
      resource={resource}
      text={typed}
      fault={shown}
      onText={type}
      onEnter={() => void send(newest.current)}
      onLoaded={(module) => {
        editor.current = module;
        void send(newest.current);
      }}
    />
  );
}
