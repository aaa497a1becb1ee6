import '../../common/completions.css';
import './editor.css';
import { Skeleton, Text, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { loaded } from '../../faults/load.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { Schema } from '../completion/schema.ts';
import { rulesKey } from '../rules.ts';
import type { TextFile } from '../text-file.ts';
import { useRulesTexts } from '../texts/use-texts.ts';
import type { Mark } from './mark.ts';
import type { Editor } from './open-editor.ts';

interface RulesEditorProps {
  readonly ref?: Ref<Pick<Editor, 'goTo'>>;
  readonly shown: TextFile;
  /** The marks in all files. */
  readonly marks: readonly Mark[];
  /** Whether the marks are about the present text. Older ones move with the text. */
  readonly areFresh: boolean;
  readonly onText: (file: string, text: string) => void;
}

/** The editor of a file. Its code is loaded with the first one. */
export function RulesEditor({ ref, shown, marks, areFresh, onText }: RulesEditorProps) {
  const texts = useRulesTexts();
  const describedBy = useId();
  const { place, editor, isOpen, error } = useOpenEditor(describedBy, onText);
  const { file, text } = shown;
  useImperativeHandle(ref, () => ({ goTo: (line, column) => editor.current?.goTo(line, column) }), [editor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: isOpen is when there is an editor
  useEffect(() => editor.current?.show(file, text), [file, text, isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file and the editor decide which marks are shown
  useEffect(() => {
    if (areFresh) editor.current?.mark(marks);
  }, [marks, areFresh, file, isOpen]);
  return (
    <div>
      {error !== null && <ProblemNotice error={error} />}
      {!isOpen && error === null && <Skeleton height={320} />}
      <div ref={place} className="rules-text rules-editor" />
      <Text size="xs" c="dimmed" id={describedBy}>
        {texts.editor.hint}
      </Text>
    </div>
  );
}

function useOpenEditor(describedBy: string, onText: (file: string, text: string) => void) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  const { search } = useTexts();
  const { editor: words } = useRulesTexts();
  const schema = useSchema();
  const latest = useRef({ onText, schema });
  latest.current = { onText, schema };
  useEffect(() => {
    let isGone = false;
    loaded(() => import('./open-editor.ts')).then(({ openEditor }) => {
      if (isGone || !place.current) return;
      editor.current = openEditor(place.current, {
        ...{ isDark, describedBy, labelOf: words.label, texts: search, phrases: words.phrases },
        schema: () => latest.current.schema,
        onText: (file, text) => latest.current.onText(file, text),
      });
      setOpen(true);
    }, setError);
    return () => {
      isGone = true;
      setOpen(false);
      editor.current?.close();
      editor.current = null;
    };
  }, [isDark, describedBy, search, words]);
  return { place, editor, isOpen, error };
}

/** Reads the schema of the operators' file, for completion. Without it, there are only fewer completions. */
function useSchema(): Schema | null {
  const { data } = useQuery({
    queryKey: [...rulesKey, 'schema'],
    queryFn: () => client.config.schema.get(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (data as Schema | undefined) ?? null;
}
