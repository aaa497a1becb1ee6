import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionStatus,
  moveCompletionSelection,
} from '@codemirror/autocomplete';
import { history, historyKeymap, indentLess, indentMore, standardKeymap, toggleComment } from '@codemirror/commands';
import { indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap } from '@codemirror/view';
import type { Texts } from '../../texts/en.ts';
import { completionOfRules } from '../completion/complete.ts';
import type { Schema } from '../completion/schema.ts';
import type { Mark } from './mark.ts';
import { diagnosticsOf } from './marks.ts';
import { appearance, nonce } from './theme.ts';

export interface EditorOptions {
  readonly isDark: boolean;
  readonly labelOf: (file: string) => string;
  readonly describedBy: string;
  readonly texts: Texts['search'];
  /** The words of the editor in the language of the page, by the English ones. */
  readonly phrases: Readonly<Record<string, string>>;
  /** Null until it was read. */
  readonly schema: () => Schema | null;
  readonly onText: (file: string, text: string) => void;
}

export interface Editor {
  /** Shows a file. Earlier edits can still be undone. */
  show(file: string, text: string): void;
  mark(marks: readonly Mark[]): void;
  /** Moves to a place. @param line from 1 @param column from 1 */
  goTo(line: number, column: number): void;
  close(): void;
}

/** Tab takes the completion that is chosen, or else the first one. Without completions it leaves the editor, as in every field. */
function acceptByTab(view: EditorView): boolean {
  if (completionStatus(view.state) !== 'active') return false;
  return acceptCompletion(view) || (moveCompletionSelection(true)(view) && acceptCompletion(view));
}

/** Opens the search. Lines out of view are not in the page, so that the search of the browser does not find them. */
function findText(view: EditorView): boolean {
  import('./search.ts').then(
    ({ openSearch }) => openSearch(view),
    () => undefined,
  );
  return true;
}

/**
 * Chrome copies the look of a text that somebody types over into a style attribute, which the content policy forbids. So the editor does it
 * itself.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { main } = view.state.selection;
    if (inputType !== 'insertText' || data === null || main.empty || view.composing) return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, main.from, main.to, data, insert))) view.dispatch(insert());
    return true;
  },
});

/** The rest of the usual keys would be a fiftieth of the page. */
const lineKeys = [
  { key: 'Mod-]', run: indentMore },
  { key: 'Mod-[', run: indentLess },
  { key: 'Mod-/', run: toggleComment },
];

const common = (options: EditorOptions): Extension => [
  EditorState.phrases.of(options.phrases),
  EditorView.contentAttributes.of({ 'aria-describedby': options.describedBy }),
  indentUnit.of('  '),
  history(),
  indentOnInput(),
  closeBrackets(),
  typeOver,
  highlightActiveLine(),
  lintGutter(),
  // Enter begins a line: it takes a completion only after somebody chose one by the arrows.
  autocompletion({
    override: [completionOfRules(options.schema, options.texts)],
    selectOnOpen: false,
    interactionDelay: 0,
    icons: false,
  }),
  Prec.high(
    keymap.of([
      { key: 'Tab', run: acceptByTab },
      { key: 'Mod-f', run: findText, preventDefault: true },
    ]),
  ),
  keymap.of([...closeBracketsKeymap, ...lineKeys, ...standardKeymap, ...historyKeymap, ...lintKeymap]),
];

/** Opens the editor of rules in an element. */
export function openEditor(parent: HTMLElement, options: EditorOptions): Editor {
  const states = new Map<string, EditorState>();
  // Text that is reported, and that the page does not show yet: while somebody types, the page is some keys behind.
  let reported: string[] = [];
  let isSetting = false;
  let shown = '';
  const extensions = common(options);
  const stateOf = (file: string, text: string) =>
    EditorState.create({
      doc: text,
      extensions: [
        appearance(options.labelOf(file), options.isDark),
        extensions,
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (!docChanged || isSetting) return;
          reported.push(state.doc.toString());
          options.onText(file, state.doc.toString());
        }),
      ],
    });
  // The first state of a view mounts its styles: without the nonce, the content policy forbids them for all later ones.
  const view = new EditorView({ parent, extensions: nonce });
  return {
    show(file, text) {
      if (file !== shown) {
        if (shown !== '') states.set(shown, view.state);
        shown = file;
        reported = [];
        view.setState(states.get(file) ?? stateOf(file, text));
      }
      const at = reported.indexOf(text);
      reported = reported.slice(at + 1);
      if (at >= 0 || text === view.state.doc.toString()) return;
      isSetting = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      isSetting = false;
    },
    mark(marks) {
      const own = marks.filter(({ file }) => file === shown);
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(own, view.state.doc)));
    },
    goTo(number, column) {
      const line = view.state.doc.line(Math.min(Math.max(1, number), view.state.doc.lines));
      const anchor = Math.min(line.to, line.from + column - 1);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    close: () => view.destroy(),
  };
}
