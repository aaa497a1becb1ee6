import { getNonce } from 'get-nonce';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Texts } from '../../texts/en.ts';
import type { Editor } from './editor.ts';
import type { Fault } from './fault.ts';

export type EditorModule = typeof import('./editor.ts');

export interface UsedOptions {
  readonly label: string;
  readonly describedBy: string;
  readonly resource: string;
  readonly text: string;
  readonly texts: Texts['search'];
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
  readonly onLoaded: (module: EditorModule) => void;
}

/**
 * Replaces an input by the editor, with the text, the selection and the focus that the input has then.
 * @returns the elements of both, the editor, whether it is open, and a function that loads it
 */
export function useEditor(options: UsedOptions) {
  const input = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const [loaded, setLoaded] = useState<EditorModule | null>(null);
  const [isOpen, setOpen] = useState(false);
  const latest = useRef(options);
  latest.current = options;

  useLayoutEffect(() => {
    if (!loaded || !place.current) return;
    const { text, label, describedBy, resource, texts } = latest.current;
    const field = input.current;
    const hasFocus = field !== null && document.activeElement === field;
    const opened = loaded.openEditor(place.current, {
      ...{ text, label, describedBy, resource, texts },
      selection: [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length],
      nonce: getNonce() ?? '',
      onText: (next) => latest.current.onText(next),
      onEnter: () => latest.current.onEnter(),
    });
    editor.current = opened;
    if (hasFocus) opened.focus();
    setOpen(true);
    return () => opened.close();
  }, [loaded]);

  const { text } = options;
  // Before the next key can change the editor: a later effect would take that key back.
  useLayoutEffect(() => editor.current?.setText(text), [text]);

  const load = () => {
    // Without the editor, which a bad connection may keep away, the input goes on.
    const done = (module: EditorModule) => {
      setLoaded(module);
      latest.current.onLoaded(module);
    };
    void import('./editor.ts').then(done, () => undefined);
  };
  return { input, place, editor, isOpen, load };
}

/** Milliseconds without a key after which a text that breaks off is called wrong: most people are still typing it. */
const patience = 700;

/** Returns a fault when it is time to show it. */
export function usePatience(fault: Fault | null, text: string): Fault | null {
  const [isTime, setTime] = useState(false);
  const breaksOff = fault !== null && fault.at >= text.trimEnd().length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key begins the pause again
  useEffect(() => {
    setTime(false);
    if (!breaksOff) return;
    const timer = setTimeout(() => setTime(true), patience);
    return () => clearTimeout(timer);
  }, [breaksOff, text]);
  return breaksOff && !isTime ? null : fault;
}
