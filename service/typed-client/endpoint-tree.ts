import { parameterNames } from '../platform/http/address.ts';
import type { ClientCall } from '../platform/openapi/client-call.ts';
import { typeName } from '../platform/openapi/type-names.ts';
import type { BodyTypes } from './body-types.ts';
import { callType } from './call-type.ts';
import { filled, summaryComment } from './layout.ts';
import { usualCalls, usualDescription } from './usual-calls.ts';

interface Branch {
  readonly calls: ClientCall[];
  readonly below: Map<string, Branch>;
}

const factory = ['call', 'crud', 'crudBelow', 'reads', 'readsBelow', 'timeline'];
const callTypes = [
  'Do',
  'DoRecord',
  'Each',
  'Embedded',
  'Get',
  'List',
  'ListBelow',
  'PagesBelow',
  'PlanRecord',
  'Queued',
  'Read',
];

/**
 * Returns the function of this name that makes the calls, as a tree of the words of their addresses.
 * @param own types that the file itself declares; the others are in `records.ts`
 */
export function endpointTree(
  calls: readonly ClientCall[],
  bodies: BodyTypes,
  name: string,
  own: ReadonlySet<string> = new Set(),
): string {
  const top: Branch = { calls: [], below: new Map() };
  for (const call of calls) branchAt(top, call.place).calls.push(call);
  const tree = branchLines(top, bodies, '    ');
  const imported = (names: readonly string[]) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(tree));
  const records = [...new Set(tree.match(/\b[A-Z]\w+\b/g))].filter(
    (name) => !own.has(name) && ![...callTypes, 'GET', 'POST', 'PUT', 'DELETE', 'Record', 'Uint8Array'].includes(name),
  );
  return `import type { EndpointFactory } from '../endpoint-factory.ts';
import type { ${imported(callTypes).join(', ')} } from '../endpoint-types.ts';
import type {
${filled(
  typesOf(tree, records).map((name) => `${name},`),
  ' ',
  '  ',
)}} from './records.ts';

/** Returns all calls, in a tree that follows the addresses of the interface. */
export function ${name}({ ${imported(factory).join(', ')} }: EndpointFactory) {
  return {
${tree}  };
}
`;
}

/** Leaves out words of comments and of addresses. */
function typesOf(tree: string, names: readonly string[]): string[] {
  const code = tree.replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/'[^']*'/g, '');
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(code)).sort();
}

function branchAt(top: Branch, place: readonly string[]): Branch {
  let branch = top;
  for (const word of place) {
    const next = branch.below.get(word) ?? { calls: [], below: new Map() };
    branch.below.set(word, next);
    branch = next;
  }
  return branch;
}

function branchLines(branch: Branch, bodies: BodyTypes, indent: string): string {
  const calls = branch.calls.map((call) => callLines(call, bodies, indent)).join('');
  return calls + [...branch.below].map(([word, below]) => placeLines(word, below, bodies, indent)).join('');
}

/** A place is one line if the factory makes all its calls together, or if it has one short call. */
function placeLines(word: string, branch: Branch, bodies: BodyTypes, indent: string): string {
  const names = new Set(branch.calls.map(({ name }) => name));
  if (names.size < branch.calls.length) throw new Error(`${word} has two calls of one name`);
  const usual = usualCalls(branch.calls, bodies);
  const made = usual.flatMap(({ calls }) => calls);
  const others = branch.calls.filter((call) => !made.includes(call));
  const about = summaryComment(usualDescription(usual), indent);
  const line = `${indent}${word}: `;
  const inner = `${indent}  `;
  const [only, ...more] = usual;
  if (only && more.length + others.length + branch.below.size === 0) {
    const text = `${line}${only.text},\n`;
    return about + (text.length <= 121 ? text : text.replace("('", `(\n${inner}'`));
  }
  if (usual.length + branch.below.size === 0 && others.length === 1) {
    const text = `${line}{ ${others.flatMap((call) => callTexts(call, bodies)).join(', ')} },\n`;
    if (text.length <= 121) return summaryOf(others, indent) + text;
  }
  const spread = usual.map(({ text }) => `${inner}...${text},\n`).join('');
  const rest = branchLines({ calls: others, below: branch.below }, bodies, inner);
  return `${about}${line}{\n${spread}${rest}${indent}},\n`;
}

function callLines(call: ClientCall, bodies: BodyTypes, indent: string): string {
  const lines = callTexts(call, bodies).map((text) => {
    const line = `${indent}${text.replaceAll('\n', `\n${indent}`)},\n`;
    return line.length <= 121 || text.includes('\n') ? line : line.replace(/\((?=')/, `(\n${indent}  `);
  });
  return summaryOf([call], indent) + lines.join('');
}

function summaryOf(calls: readonly ClientCall[], indent: string): string {
  const texts = calls.flatMap(({ endpoint }) => [endpoint.summary, endpoint.description]);
  return summaryComment(texts.filter(Boolean).join('. '), indent);
}

/** Returns the member of a call. A list in pages has a second call, which iterates over all pages. */
function callTexts(call: ClientCall, bodies: BodyTypes): string[] {
  const { method, path, lists } = call.endpoint;
  const args = `'${method} ${path}'${call.argument ? `, '${call.argument}'` : ''}`;
  const text = `${call.name}: call<${callType(call, bodies)}>(${args})`;
  if (lists?.as !== 'page' || parameterNames(path).length > 0) return [text];
  return [text, `each: call<Each<${typeName(lists.of.name)}>>('GET ${path}', 'pages')`];
}
