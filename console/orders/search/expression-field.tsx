import { IconSearch } from '@tabler/icons-react';
import { type Ref, useId, useImperativeHandle, useLayoutEffect, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import type { Fault } from './fault.ts';
import './search.css';
import { type EditorModule, useEditor } from './use-editor.ts';

export interface ExpressionFieldProps {
  readonly ref?: Ref<{ focus(): void }>;
  readonly label: string;
  /** Shown below the field as long as nothing is wrong. */
  readonly hint: string;
  /** The resource that expressions are about. */
  readonly resource: string;
  readonly text: string;
  /** Shown below the field, at its place. */
  readonly fault: Fault | null;
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
  /** Called with the loaded editor, which checks texts. */
  readonly onLoaded: (module: EditorModule) => void;
}

/**
 * A field for words or an expression. The editor with completion is large, so that it is loaded when somebody goes
 * to the field. Until then an input with the same look takes its place, and text that is typed during the load is
 * kept.
 */
export function ExpressionField({ ref, hint, fault, ...options }: ExpressionFieldProps) {
  const { label, text, onText, onEnter } = options;
  const describedBy = useId();
  const texts = useTexts().search;
  const { input, place, editor, isOpen, load } = useEditor({ ...options, describedBy, texts });
  useImperativeHandle(ref, () => ({ focus: () => (editor.current ?? input.current)?.focus() }), [editor, input]);
  const [left, setLeft] = useState(0);
  // The caret goes where the editor has the place. isOpen: the first place is known when the editor is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text moves the place
  useLayoutEffect(() => setLeft(editor.current?.mark(fault?.at ?? null) ?? 0), [fault, isOpen, text]);
  return (
    <div>
      <div className="expression" data-fault={fault ? true : undefined}>
        <IconSearch size={16} aria-hidden />
        <div className="expression-editor" ref={place} />
        {!isOpen && (
          <input
            ref={input}
            aria-label={label}
            aria-describedby={describedBy}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onFocus={load}
            onChange={({ currentTarget }) => onText(currentTarget.value)}
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter') onEnter();
              if (key === 'Escape') currentTarget.blur();
            }}
          />
        )}
      </div>
      <div className="expression-below" id={describedBy}>
        {fault && <span className="expression-caret" aria-hidden style={{ left }} />}
        {fault ? (
          <span role="alert" className="expression-fault" lang="en">
            {fault.message}
          </span>
        ) : (
          hint
        )}
      </div>
    </div>
  );
}
