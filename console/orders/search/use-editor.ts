import { getNonce } from 'get-nonce';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Texts } from '../../texts/en.ts';
import type { Editor } from './editor.ts';

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
  /** The text when the field received the focus. */
  const before = useRef('');
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
    // Somebody is in a word already.
    if (hasFocus && text !== before.current && /[\p{L}_]$/u.test(text)) opened.complete();
    setOpen(true);
    return () => opened.close();
  }, [loaded]);

  const { text } = options;
  // Before the next key can change the editor: a later effect would take that key back.
  useLayoutEffect(() => editor.current?.setText(text), [text]);

  const load = () => {
    before.current = latest.current.text;
    // Without the editor, which a bad connection may keep away, the input goes on.
    const done = (module: EditorModule) => {
      setLoaded(module);
      latest.current.onLoaded(module);
    };
    void import('./editor.ts').then(done, () => undefined);
  };
  return { input, place, editor, isOpen, load };
}
