import { createHash } from 'node:crypto';

/**
 * How a statement is sent. A named one is parsed and planned once a connection. One that is held has no result and goes with the
 * next statement of its transaction: if it failed, that one would fail, too. Null is for statements that PostgreSQL cannot prepare:
 * `commit`, `rollback` and several in one text.
 */
export type StatementForm = { readonly name: string } | 'held' | null;

const comments = String.raw`^\s*(?:--[^\n]*\n\s*)*`;
const held = new RegExp(`${comments}(?:begin|savepoint|release savepoint|set local)\\b`);
const prepared = new RegExp(`${comments}(?:select|insert|update|delete|with)\\b`);

const forms = new Map<string, StatementForm>();
const rememberedForms = 2_000;

/** Returns how the statement is sent. The same text always has the same name. */
export function formOf(text: string): StatementForm {
  let form = forms.get(text);
  if (form === undefined) {
    form = held.test(text) ? 'held' : prepared.test(text) ? { name: nameOf(text) } : null;
    if (forms.size >= rememberedForms) forms.clear();
    forms.set(text, form);
  }
  return form;
}

const nameOf = (text: string): string => createHash('sha1').update(text).digest('base64url');
