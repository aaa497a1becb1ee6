import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { StateEffect, StateField } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

/** The search of the editor, which is loaded when somebody searches. */

const isThere = StateField.define<boolean>({ create: () => true, update: (value) => value });

/** Opens the search. The first time, it becomes a part of the editor. */
export function openSearch(view: EditorView): void {
  if (!view.state.field(isThere, false)) {
    const parts = [isThere, search({ top: true }), highlightSelectionMatches(), keymap.of(searchKeymap)];
    view.dispatch({ effects: StateEffect.appendConfig.of(parts) });
  }
  openSearchPanel(view);
}
