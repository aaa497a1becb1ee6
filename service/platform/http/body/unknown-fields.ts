import { z } from 'zod';
import { nearest } from '../../../../expressions/nearest.ts';
import { type FieldError, mostErrors } from '../../problems/problems.ts';

/** The part of a JSON Schema that says which members an object or the entries of a list have. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly additionalProperties?: unknown;
}

const shapes = new WeakMap<z.ZodType, Shape>();

/**
 * Returns the members of a body that its endpoint does not take, at any depth, with the nearest names that it takes. They are
 * ignored otherwise. Free objects, such as `custom`, take all members.
 */
export function unknownFields(schema: z.ZodType, body: unknown): FieldError[] {
  const found: FieldError[] = [];
  collect([shapeOf(schema)], body, '', found);
  return found;
}

function shapeOf(schema: z.ZodType): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  shapes.set(schema, made);
  return made;
}

function collect(shapes: readonly Shape[], value: unknown, pointer: string, found: FieldError[]): void {
  if (typeof value !== 'object' || value === null || found.length >= mostErrors) return;
  const choices = shapes.flatMap(alternatives);
  if (Array.isArray(value)) {
    const items = choices.flatMap(({ items }) => items ?? []);
    if (items.length > 0) for (const [index, one] of value.entries()) collect(items, one, `${pointer}/${index}`, found);
    return;
  }
  const objects = choices.filter(({ properties }) => properties);
  if (objects.length === 0 || objects.some(takesAll)) return;
  const known = [...new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))];
  for (const [name, member] of Object.entries(value)) {
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const inner = objects.flatMap(({ properties = {} }) =>
      Object.hasOwn(properties, name) ? (properties[name] ?? []) : [],
    );
    if (inner.length > 0) collect(inner, member, at, found);
    else if (found.length < mostErrors) found.push({ pointer: at, detail: unknownName(name, known) });
  }
}

const alternatives = (shape: Shape): readonly Shape[] => shape.anyOf?.flatMap(alternatives) ?? [shape];

/** In the schema of an input, only an object that takes further members has something here. */
const takesAll = ({ additionalProperties }: Shape) =>
  additionalProperties !== undefined && additionalProperties !== false;

function unknownName(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near.length > 0) return `is not known here; did you mean ${near.join(' or ')}?`;
  return known.length === 0 ? 'is not known here; the body has no fields' : 'is not known here';
}

/** Pointers in the header: the first ones say enough, and proxies limit the length of headers. */
const mostShown = 20;
const longestShown = 200;

/** Returns the value of the header that names ignored fields: JSON pointers, percent-encoded. */
export function ignoredHeader(fields: readonly FieldError[]): string {
  const shown = fields
    .slice(0, mostShown)
    .map(({ pointer }) => encodeURI(pointer).replaceAll(',', '%2C').slice(0, longestShown).replace(/%.?$/, ''));
  return [...shown, ...(fields.length > mostShown ? ['...'] : [])].join(', ');
}
