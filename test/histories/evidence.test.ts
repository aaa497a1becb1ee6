import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { projectRoot } from '../../config/root.ts';
import { isEarlier, readHistory, recordedKinds } from './files.ts';
import { type ParsedHistory, parseHistory } from './parse-history.ts';

/**
 * The recorded histories have every way that the code of the workflows knows: each field of their inputs, and each patch. A field that
 * no history has is code that a replay does not test.
 */

const histories = recordedKinds().map((kind) => ({ kind, ...parseHistory(readHistory(kind)) }));
const current = histories.filter(({ kind }) => !isEarlier(kind));

/** The inputs of the workflows, by type. */
const inputs = {
  order: 'OrderInput',
  autowork: 'AutoworkInput',
  bulkRun: 'BulkRunInput',
  scheduledRun: 'ScheduledRunInput',
  returnOrder: 'ReturnInput',
  webhook: 'DeliveryInput',
  carrierRequest: 'CarrierRequestInput',
} as const;

const interfaces = interfacesIn(
  ...readdirSync(join(projectRoot, 'workflows', 'contract')).map((name) => join('workflows', 'contract', name)),
  join('config', 'planning', 'plan.ts'),
);

test.each(Object.entries(inputs))('each field of the input of %s, %s, is in a recorded history', (workflow, input) => {
  const own = current.filter((history) => history.workflow === workflow);
  const known = new Set(own.flatMap(({ input }) => pathsIn(input)));
  const missing = fieldsOf(input).filter((path) => !known.has(path));
  expect(missing, `Record a history of ${workflow} with these fields, see CONTRIBUTING.md`).toEqual([]);
});

test('every workflow is here, but the probe: it lasts 30 seconds at most, and nobody misses it', () => {
  const all = readFileSync(join(projectRoot, 'workflows', 'all.ts'), 'utf8');
  const names = [...all.matchAll(/^export \{ (\w+) \}/gm)].map(([, name]) => name);
  expect(names.filter((name) => name !== 'probe').sort()).toEqual(Object.keys(inputs).sort());
});

const workflowFolders = readdirSync(join(projectRoot, 'workflows'), { recursive: true, encoding: 'utf8' });
const code = workflowFolders
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(projectRoot, 'workflows', name), 'utf8'))
  .join('\n');
const patches = [...new Set([...code.matchAll(/\b(?:patched|deprecatePatch)\('([^']+)'\)/g)].map(([, id]) => id!))];

test('every patch has its id in the call, where this test finds it', () => {
  expect(code).not.toMatch(/\b(?:patched|deprecatePatch)\((?!'[^']+'\))/);
});

test.each(patches)('the patch %s is in a recorded history', (patch) => {
  const kinds = current.filter((history) => patchesOf(history).includes(patch)).map(({ kind }) => kind);
  expect(kinds, `Record a history that takes the way of the patch ${patch}, see CONTRIBUTING.md`).not.toEqual([]);
});

test('the way that every order takes is recorded as the service starts it', () => {
  const defaults = current.filter(({ workflow, input }) => workflow === 'order' && input.epoch && !input.stale);
  expect(defaults.length).toBeGreaterThan(5);
  expect(defaults.filter(({ input }) => !input.plan).map(({ kind }) => kind)).toEqual([]);
});

const patchesOf = ({ events }: ParsedHistory): string[] => events.flatMap(({ patch }) => patch ?? []);

/** A node of the syntax tree, as far as this test reads it. */
interface TypeNode {
  readonly type: string;
  readonly key?: { readonly name: string };
  readonly typeName?: { readonly name: string };
  readonly typeAnnotation?: { readonly typeAnnotation: TypeNode };
  readonly elementType?: TypeNode;
  readonly types?: readonly TypeNode[];
  readonly members?: readonly TypeNode[];
}

/** The members of the interfaces in files, by the names of the interfaces. */
function interfacesIn(...files: string[]): Map<string, readonly TypeNode[]> {
  const found = new Map<string, readonly TypeNode[]>();
  for (const file of files) {
    const { program } = parseSync(file, readFileSync(join(projectRoot, file), 'utf8'));
    for (const statement of program.body) {
      const declaration = 'declaration' in statement ? statement.declaration : statement;
      if (declaration?.type !== 'TSInterfaceDeclaration') continue;
      found.set(declaration.id.name, declaration.body.body as unknown as readonly TypeNode[]);
    }
  }
  return found;
}

/** Returns the paths of the fields of an interface, with those of the interfaces in it: `steps.by`. */
function fieldsOf(name: string): string[] {
  return (interfaces.get(name) ?? []).flatMap((member) => membersIn(member));
}

function membersIn({ key, typeAnnotation }: TypeNode): string[] {
  if (!key || !typeAnnotation) return [];
  // The options of a run are those of its action, and its progress is no decision of the workflow's code.
  const isLeaf = ['before', 'started', 'options'].includes(key.name);
  const inner = isLeaf ? [] : innerFields(typeAnnotation.typeAnnotation);
  return [key.name, ...inner.map((path) => `${key.name}.${path}`)];
}

function innerFields({ type, elementType, types = [], members = [], typeName }: TypeNode): string[] {
  if (type === 'TSArrayType' && elementType) return innerFields(elementType);
  if (type === 'TSUnionType') return types.flatMap((each) => innerFields(each));
  if (type === 'TSTypeLiteral') return members.flatMap((member) => membersIn(member));
  return typeName ? fieldsOf(typeName.name) : [];
}

/** Returns the paths of all fields in a value that are not undefined. */
function pathsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsIn(each));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...pathsIn(inner).map((path) => `${name}.${path}`)]);
}
