import type { Concept } from './concepts.ts';
import { eventPath } from './events.ts';
import { slug } from './html.ts';
import { plainText } from './markdown.ts';
import type { Model, Operation } from './model.ts';
import { synonyms } from './synonyms.ts';

/** One page in the index of the search: title, address below `/docs/`, kind, what stands beside the title, and text. */
type Entry = readonly [title: string, path: string, kind: string, beside: string, text: string];

/** Returns the index of the search as JSON: the pages, the sections of the concept pages, the events, and the synonyms. */
export function searchIndex(model: Model, concepts: readonly Concept[]): string {
  const operations = model.operations.map(operationEntry);
  const subjects = model.subjects.map(
    ({ name, slug, description }): Entry => [name, `subjects/${slug}`, 'subject', '', plainText(description)],
  );
  const events = model.events.map(({ name }): Entry => [name, eventPath(name), 'webhook event', '', eventWords(name)]);
  return JSON.stringify({
    synonyms,
    pages: [...concepts.flatMap(conceptEntries), ...subjects, ...operations, ...events],
  });
}

const eventWords = (name: string) => `event ${name.replaceAll('.', ' ')}`;

function operationEntry(operation: Operation): Entry {
  const { id, method, path, title, description, subject, errors, body } = operation;
  const properties = Object.keys((body?.schema.properties as Record<string, unknown> | undefined) ?? {});
  const codes = errors.flatMap((error) => [...error.description.matchAll(/^`([\w.-]+)`/gm)].map(([, code]) => code));
  // Codes that nearly every operation has would find nearly every operation.
  const own = codes.filter((code) => /^(order|pick|pack|ship|carton|pickup|stock|booking|webhook)\./.test(code ?? ''));
  const text = [plainText(description.replace(/Needs the permission `[^`]+`\.?/, '')), ...properties, ...own, id];
  return [plainText(title), `operations/${id}`, subject, `${method} ${path}`, text.join(' ')];
}

/** A page and its sections, without code: its words would find samples of everything. */
function conceptEntries({ title, path, text }: Concept): Entry[] {
  return text
    .split(/^(?=#{1,2} )/m)
    .filter((part) => part.startsWith('#'))
    .map((part): Entry => {
      const [, heading = title] = /^#+ (.+)$/m.exec(part) ?? [];
      const anchor = part.startsWith('## ') ? `#${slug(heading)}` : '';
      return [
        plainText(heading),
        `${path}${anchor}`,
        anchor ? title : 'concept',
        '',
        plainText(part.replace(/^#.*$/m, '').replace(/^```.*?^```/gms, '')),
      ];
    });
}
