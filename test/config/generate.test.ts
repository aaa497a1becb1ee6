import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generated } from '../../config/generate.ts';
import { projectRoot } from '../../config/root.ts';

const files = generated();
const committed = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

test.each(Object.keys(files))('%s is as generated (`npm run generate` writes it)', (path) => {
  expect(committed(path)).toBe(files[path]);
});

/** Every key that the schema names, with the sections that it is in. */
function keysOf(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const { properties = {}, ...others } = schema as { properties?: Record<string, unknown> };
  const inner = [...Object.values(properties), ...Object.values(others)].flatMap(keysOf);
  return [...Object.keys(properties), ...inner];
}

test('the default file shows every key that there is', () => {
  const text = committed('config/fulfillment.yaml');
  const keys = new Set(keysOf(JSON.parse(files['config/fulfillment.schema.json'] ?? '{}')));
  expect(keys.size).toBeGreaterThan(25);
  for (const key of keys)
    expect(text, `config/fulfillment.yaml does not show ${key}`).toMatch(new RegExp(`\\b${key}\\b`));
});

test('every key has a description', () => {
  const undescribed: string[] = [];
  const look = (schema: unknown, path: string): void => {
    if (schema === null || typeof schema !== 'object') return;
    for (const [name, value] of Object.entries(schema)) {
      if (name === 'properties') {
        for (const [key, field] of Object.entries(value as Record<string, { description?: string }>)) {
          if (!field.description) undescribed.push(`${path}.${key}`);
        }
      }
      look(value, `${path}.${name}`);
    }
  };
  look(JSON.parse(files['config/fulfillment.schema.json'] ?? '{}'), '');
  expect(undescribed).toEqual([]);
});

test('the default file names its schema for editors', () => {
  expect(committed('config/fulfillment.yaml').split('\n')[0]).toBe(
    '# yaml-language-server: $schema=./fulfillment.schema.json',
  );
});
