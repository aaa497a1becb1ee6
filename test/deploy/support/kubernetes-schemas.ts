import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { cacheFolder } from '../../../cli/stack/temporal/programs.ts';
import { definitionModules, definitionsOf } from './custom-resources.ts';
import { goModule, kubernetes } from './go-tool.ts';

/** Changes when this file writes other schemas of the same modules. */
const format = 2;

interface Schema {
  [key: string]: unknown;
  type?: string;
  format?: string;
  properties?: Record<string, Schema>;
}

/**
 * Writes a JSON Schema for each kind of Kubernetes, KEDA, the operator of Prometheus and the Gateway API, unless the cache has them.
 * They refuse unknown fields, as `kubectl apply` does.
 * @returns the pattern of their files, for `kubeconform -schema-location`
 */
export async function kubernetesSchemas(): Promise<string> {
  const modules = [kubernetes, ...definitionModules];
  const name = modules.map((module) => module.replace(/^.*\/(\D)/, '$1')).join('_');
  const folder = join(cacheFolder(process.env), '..', 'schemas', `${name.replaceAll('/', '-')}-${format}`);
  const done = join(folder, '.done');
  if (!existsSync(done)) {
    mkdirSync(folder, { recursive: true });
    writeOwnKinds(join(await goModule(kubernetes), 'api/openapi-spec/swagger.json'), folder);
    for (const module of definitionModules) writeResources(await definitionsOf(module), folder);
    writeFileSync(done, '');
  }
  return join(folder, '{{ .ResourceKind }}-{{ .Group }}-{{ .ResourceAPIVersion }}.json');
}

/** kubeconform calls the group of the first kinds, which has no name, by its version. */
const fileOf = (group: string, version: string, kind: string) =>
  `${kind.toLowerCase()}-${group || version}-${version}.json`;

/** Kubernetes describes its own kinds in one file. Each schema gets the definitions that it refers to. */
function writeOwnKinds(file: string, folder: string): void {
  const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as { definitions: Record<string, Schema> };
  const strict = new Map(Object.entries(definitions).map(([name, schema]) => [name, strictly(schema)]));
  for (const [name, schema] of strict) {
    const kinds = (definitions[name]?.['x-kubernetes-group-version-kind'] ?? []) as Record<string, string>[];
    const [only] = kinds;
    // Options of requests belong to every group.
    if (!only || kinds.length > 1) continue;
    const { group = '', version = '', kind = '' } = only;
    const needed = Object.fromEntries(reached(name, strict).map((each) => [each, strict.get(each)]));
    const properties = { ...schema.properties, apiVersion: { type: 'string' }, kind: { type: 'string' } };
    const text = JSON.stringify({ ...schema, properties, definitions: needed });
    writeFileSync(join(folder, fileOf(group, version, kind)), text);
  }
}

function reached(name: string, definitions: ReadonlyMap<string, Schema>): string[] {
  const names = new Set<string>();
  // A set that grows while it is read is read to its end.
  const visit = (from: string) => {
    for (const [, to] of JSON.stringify(definitions.get(from)).matchAll(/"#\/definitions\/([^"]+)"/g)) names.add(to!);
  };
  visit(name);
  for (const each of names) visit(each);
  return [...names];
}

/** The kinds of others are CustomResourceDefinitions, one file each, with a schema for each version. */
function writeResources(files: readonly string[], folder: string): void {
  for (const file of files) {
    const { spec } = parse(readFileSync(file, 'utf8'));
    for (const { name, schema } of spec.versions) {
      const described = strictly(schema.openAPIV3Schema as Schema);
      const metadata = { type: 'object' };
      const text = JSON.stringify({ ...described, properties: { ...described.properties, metadata } });
      writeFileSync(join(folder, fileOf(spec.group, name, spec.names.kind)), text);
    }
  }
}

/** Returns the schema without descriptions. Objects with known properties get no others, and numbers may be texts where both fit. */
function strictly(schema: Schema): Schema {
  if (schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true)
    return { type: ['string', 'integer'] as unknown as string };
  const entries = Object.entries(schema)
    .filter(([key]) => !['description', 'format', 'default', 'example'].includes(key) && !key.startsWith('x-'))
    .map(([key, value]) => [key, key === 'properties' ? eachOf(value as Record<string, Schema>) : inner(value)]);
  const strict = Object.fromEntries(entries) as Schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || 'additionalProperties' in schema;
  if (schema.properties && !isOpen) strict.additionalProperties = false;
  // A quantity such as `cpu: 1` is a number in YAML.
  return isQuantity(schema) ? { type: ['string', 'number'] as unknown as string } : strict;
}

const isQuantity = ({ type, description }: Schema) =>
  type === 'string' && String(description).startsWith('Quantity is a fixed-point representation');

const eachOf = (properties: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, strictly(schema)]));

function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner);
  return typeof value === 'object' && value !== null ? strictly(value as Schema) : value;
}
