import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { projectRoot } from '../../config/root.ts';
import { places } from '../../console/texts/de/sentences/places.ts';
import { sentence, sentences } from '../../console/texts/de/sentences/sentence.ts';

/** The German catalogue and the sentences of the service do not drift apart. */

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode);
const nodesOf = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(nodesOf)];

/** Stands for a value that the source does not tell. */
const hole = '\0';
const mostTexts = 64;

/** Returns the texts of a file, each with all its alternatives: those of conditions, and those of the constants and functions that it names. */
function textsOf(file: string): string[] {
  const nodes = nodesOf(parseSync(file, readFileSync(join(projectRoot, file), 'utf8')).program as unknown as Node);
  const named = new Map(
    nodes.flatMap((node) => {
      const value = node.type === 'FunctionDeclaration' ? node : node.init;
      return isNode(node.id) && isNode(value) ? [[node.id.name, value] as const] : [];
    }),
  );
  const returned = (body: Node) =>
    body.type === 'BlockStatement'
      ? nodesOf(body).flatMap(({ type, argument }) =>
          type === 'ReturnStatement' && isNode(argument) ? [argument] : [],
        )
      : [body];
  const joined = (parts: readonly string[][]) =>
    parts.reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)).slice(0, mostTexts), ['']);
  const texts = (node: Node, depth = 0): string[] => {
    const of = (name: string) => texts(node[name] as Node, depth + 1);
    if (depth > 8) return [hole];
    if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
    if (node.type === 'ConditionalExpression') return [...of('consequent'), ...of('alternate')];
    if (node.type === 'LogicalExpression') return [...of('left'), ...of('right')];
    if (node.type === 'BinaryExpression' && node.operator === '+') return joined([of('left'), of('right')]);
    if (node.type === 'CallExpression' && isNode(node.callee)) return of('callee');
    if (node.type === 'Identifier' && named.has(node.name)) return texts(named.get(node.name) as Node, depth + 1);
    if (/Function/.test(node.type) && isNode(node.body))
      return returned(node.body).flatMap((each) => texts(each, depth + 1));
    if (node.type !== 'TemplateLiteral') return [hole];
    const values = node.expressions as Node[];
    const words = node.quasis as { value: { cooked: string } }[];
    return joined(
      words.flatMap(({ value }, at) => [[value.cooked], ...(values[at] ? [texts(values[at], depth + 1)] : [])]),
    );
  };
  // Pages have their own words for a scan that is right.
  const right = new Set(nodes.filter(({ callee }) => isNode(callee) && callee.name === 'right').flatMap(nodesOf));
  return nodes
    .filter((node) => ['Literal', 'TemplateLiteral', 'BinaryExpression'].includes(node.type) && !right.has(node))
    .flatMap((node) => texts(node));
}

const rooms = ['activities', 'config', 'lib', 'plugins', 'records', 'service', 'workflows'];
/** Examples and the description of the interface say what the service says elsewhere. */
const isExample = (file: string) => file.includes('/openapi/') || file.endsWith('-examples.ts');
const files = rooms.flatMap((room) =>
  readdirSync(join(projectRoot, room), { recursive: true, encoding: 'utf8' })
    .map((file) => join(room, file))
    .filter((file) => file.endsWith('.ts') && !isExample(file)),
);
const texts = [...new Set(files.flatMap(textsOf))];

/** Returns the words of a sentence between its places. The service joins some sentences out of parts that end with a mark. */
const wordsOf = (english: string) =>
  english
    .split(/\{[^}]+\}|[[\]]|(?<=[.:;,]) /)
    .map((words) => words.trim().replace(/\.$/, ''))
    .filter((words) => /[a-z]/.test(words));

test('the service has every sentence of the catalogue', () => {
  const isSaid = (words: string) => texts.some((text) => text.includes(words));
  const unsaid = sentences.map(([english]) => english).filter((english) => !wordsOf(english).every(isSaid));
  expect(unsaid).toEqual([]);
});

/** Files whose sentences are on pages. */
const shown = [
  'config/returns/terms.ts',
  'service/configuration/unknown-names.ts',
  'service/fulfilment/documents/printers.ts',
  'service/fulfilment/documents/request.ts',
  'service/orders/lifecycle/warnings.ts',
  'service/orders/lifecycle/withdraw-order.ts',
  'service/orders/planning/hold.ts',
  'service/orders/planning/plugin-hold.ts',
  'service/orders/planning/refusal.ts',
  'service/orders/progress/calls.ts',
  'service/orders/progress/progress.ts',
  'service/orders/progress/waiting-draft.ts',
  'service/returns/decide.ts',
  'service/scans/departure-verdicts.ts',
  'service/scans/list-verdicts.ts',
  'service/scans/verdict.ts',
  'service/scans/words.ts',
  'service/schedules/rights.ts',
  'service/schedules/status.ts',
  'service/webhooks/filter-events.ts',
  'service/webhooks/retry.ts',
];
/** The reason of a hold is text that a person can change. */
const reasons = ['The carrier refused'];
const isSentence = (text: string) =>
  /^[A-Z"]\S* \S+ \S+/.test(text) &&
  /[a-z]{2} [a-z]{2}/.test(text) &&
  !/[\n{=]|[\0 ]$/.test(text) &&
  !reasons.includes(text);

/** One of these fits each place. */
const values = ['7', 'part 7', 'Void', 'pick', 'lot', "it can't be issued", ' at A-2'];
const isGerman = (english: string) =>
  sentence(english) !== null || english.split(/(?<=[.?!]) /).every((each) => sentence(each) !== null);

test('the service has the words that stand for moves of orders', () => {
  const moves = places.move?.pattern.split('|').filter((words) => /^[a-z]/.test(words)) ?? [];
  expect(moves.filter((words) => !texts.includes(words))).toEqual([]);
});

test.each(shown)('the catalogue has the sentences of %s', (file) => {
  const english = textsOf(file).filter(isSentence);
  const missing = english.filter((text) => !values.some((value) => isGerman(text.replaceAll(hole, value))));
  expect(missing).toEqual([]);
});

test.each([
  ['Authorised automatically (rule "Sealed goods")', 'Automatisch genehmigt (Regel "Sealed goods")'],
  [
    'A person decides: the goods left on 2026-03-23, and may come back for 30d (returns.window)',
    'Jemand entscheidet: die Ware ging am 23.03.26 ab und darf 30d lang zurückkommen (returns.window)',
  ],
  [
    'A person decides (returns.authorise); there is no site "Mars"; the site has no storage location "Dock" that is not in use',
    'Jemand entscheidet (returns.authorise); Es gibt keinen Standort "Mars"; Der Standort hat keinen Lagerplatz "Dock", der nicht in Gebrauch ist',
  ],
  [
    '"A" can never fire: no return matches `when` and not `unless`',
    '"A" trifft nie zu: auf keine Retoure passt `when` und nicht `unless`',
  ],
  [
    '"A" names the location "Dock", and the site "Mars" has no storage location of this name that is not in use',
    '"A" nennt den Lagerplatz "Dock", und der Standort "Mars" hat keinen Lagerplatz dieses Namens, der nicht in Gebrauch ist',
  ],
])('in German: %s', (english, german) => {
  expect(sentence(english)).toBe(german);
});
