import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  startCompletion,
} from '@codemirror/autocomplete';
import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { EditorState, Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view';
import type { Texts } from '../../texts/en.ts';
import { completionOf } from './completion.ts';
import '../../common/completions.css';
import './editor.css';

export { faultOf, faultOfExpression } from './fault.ts';

export interface EditorOptions {
  readonly text: string;
  /** The selected part of the text. */
  readonly selection: readonly [number, number];
  readonly label: string;
  readonly describedBy: string;
  /** The nonce of the page, for the styles of the editor. */
  readonly nonce: string;
  /** The resource that expressions are about. */
  readonly resource: string;
  readonly texts: Texts['search'];
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
}

export interface Editor {
  focus(): void;
  /** Opens the completions. */
  complete(): void;
  setText(text: string): void;
  /** Marks the place of a fault. @returns pixels from the left side of the editor to the place */
  mark(at: number | null): number;
  close(): void;
}

const setMark = StateEffect.define<number | null>();

/** The character with the fault is underlined. */
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(present, { effects, changes, newDoc }) {
    for (const effect of effects) {
      if (!effect.is(setMark)) continue;
      if (effect.value === null || effect.value >= newDoc.length) return Decoration.none;
      const mark = Decoration.mark({ class: 'cm-fault' });
      return Decoration.set(mark.range(effect.value, endOfWord(newDoc.toString(), effect.value)));
    }
    return present.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function endOfWord(text: string, from: number): number {
  const [word = ''] = /^(?:[\p{L}\p{N}_]+|.)/u.exec(text.slice(from)) ?? [];
  return from + Math.max(1, word.length);
}

/** Pasted lines become one. */
const oneLine = EditorState.transactionFilter.of((transaction) => {
  if (transaction.newDoc.lines === 1) return transaction;
  const text = transaction.newDoc.toString().replace(/\s*\n\s*/g, ' ');
  return {
    changes: { from: 0, to: transaction.startState.doc.length, insert: text },
    selection: { anchor: text.length },
  };
});

/** Tab takes the completion that is chosen, or else the first one. Without completions it leaves the field. */
function acceptByTab(view: EditorView): boolean {
  if (completionStatus(view.state) !== 'active') return false;
  return acceptCompletion(view) || (moveCompletionSelection(true)(view) && acceptCompletion(view));
}

/** Escape closes the completions first, and leaves the field then. */
function leave(view: EditorView): boolean {
  if (!closeCompletion(view)) view.contentDOM.blur();
  return true;
}

/** Opens an editor of one line with completion, in an element. */
export function openEditor(parent: HTMLElement, options: EditorOptions): Editor {
  const { text, selection, label, describedBy, nonce, resource, texts, onText, onEnter } = options;
  const [anchor, head] = selection;
  const enter = () => {
    onEnter();
    return true;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      selection: { anchor, head },
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-describedby': describedBy,
          'aria-multiline': 'false',
        }),
        history(),
        marks,
        oneLine,
        // Enter searches: it takes a completion only after somebody chose one by the arrows.
        autocompletion({
          override: [completionOf(resource, texts)],
          selectOnOpen: false,
          interactionDelay: 0,
          icons: false,
        }),
        Prec.high(keymap.of([{ key: 'Tab', run: acceptByTab }])),
        keymap.of([{ key: 'Enter', run: enter }, { key: 'Escape', run: leave }, ...historyKeymap, ...standardKeymap]),
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && onText(state.doc.toString())),
      ],
    }),
  });
  return {
    focus: () => view.focus(),
    complete: () => startCompletion(view),
    setText: (next) => {
      if (next === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    mark: (at) => {
      view.dispatch({ effects: setMark.of(at) });
      const place = at === null ? null : view.coordsAtPos(Math.min(at, view.state.doc.length));
      const { left, width } = parent.getBoundingClientRect();
      return place ? Math.min(Math.max(0, place.left - left), width) : 0;
    },
    close: () => view.destroy(),
  };
}
