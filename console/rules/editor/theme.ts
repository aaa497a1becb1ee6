import { yaml } from '@codemirror/lang-yaml';
import { syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { getNonce } from 'get-nonce';

/** Without the nonce of the page, the content policy forbids the styles of an editor. */
export const nonce: Extension = EditorView.cspNonce.of(getNonce() ?? '');

/**
 * How all texts of rules look. The colors are in `editor.css`, where they follow the color scheme.
 * @param label what a screen reader calls the text
 */
export const appearance = (label: string, isDark: boolean): Extension => [
  nonce,
  EditorView.theme({}, { dark: isDark }),
  // A scrolling area needs an element that the keyboard can focus, and not every tool recognizes an editable text as
  // one.
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off', tabindex: '0' }),
  EditorView.lineWrapping,
  lineNumbers(),
  yaml(),
  syntaxHighlighting(classHighlighter),
];

/** A text that cannot be changed. */
export const readOnly: Extension = [EditorState.readOnly.of(true), EditorView.editable.of(false)];
