import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { appearance, readOnly } from '../editor/theme.ts';
import type { RulesTexts } from '../texts/en.ts';

export interface DifferenceOptions {
  readonly before: string;
  readonly after: string;
  readonly label: string;
  readonly isDark: boolean;
  /** The words of the editor in the language of the page, by the English ones. */
  readonly phrases: Readonly<Record<string, string>>;
  /** For a difference with a decision about each change, by the words of the buttons. The newer text is `before`. */
  readonly decide?: { readonly texts: RulesTexts['newer']; readonly onText: (text: string) => void };
}

/** Shows the difference of two texts as one, in an element. @returns a function that ends it */
export function openDifference(parent: HTMLElement, options: DifferenceOptions): () => void {
  const { before, after, label, isDark, phrases, decide } = options;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: after,
      extensions: [
        EditorState.phrases.of(phrases),
        appearance(label, isDark),
        decide ? deciding(decide.onText) : readOnly,
        unifiedMergeView({
          original: before,
          highlightChanges: true,
          gutter: true,
          // Parts of a line, colored as code, would be unreadable on the color of a line that is gone.
          syntaxHighlightDeletions: false,
          collapseUnchanged: { margin: 3, minSize: 4 },
          mergeControls: decide ? controls(decide.texts) : false,
        }),
      ],
    }),
  });
  return () => view.destroy();
}

const deciding = (onText: (text: string) => void): Extension => [
  history(),
  keymap.of([...historyKeymap, ...standardKeymap]),
  EditorView.updateListener.of(({ docChanged, state }) => docChanged && onText(state.doc.toString())),
];

/** Buttons with words: a cross and a tick would not say whose lines stay. */
function controls(texts: RulesTexts['newer']) {
  return (type: 'reject' | 'accept', action: (event: MouseEvent) => void): HTMLElement => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'difference-button';
    button.textContent = type === 'accept' ? texts.keepMine : texts.takeNewer;
    button.addEventListener('click', action);
    return button;
  };
}
