import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../../../config/root.ts';

export const composeFile = join(projectRoot, 'deploy', 'compose.yaml');

/** A service of the compose file. */
// biome-ignore lint/suspicious/noExplicitAny: services have many shapes, and the tests look into few places
export type ComposeService = any;

/** Reads the services of the compose file. @param variables those of `deploy/.env` @throws Error for a missing variable */
export function composeServices(variables: Readonly<Record<string, string>>): Record<string, ComposeService> {
  const { services } = parse(readFileSync(composeFile, 'utf8'), { merge: true });
  return replaced(services, variables) as Record<string, ComposeService>;
}

function replaced(value: unknown, variables: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return interpolated(value, variables);
  if (Array.isArray(value)) return value.map((each) => replaced(each, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, variables)]));
}

/** A variable without another one inside; its default or its message behind `:-` or `:?`. */
const innermost = /(?<!\$)\$\{(\w+)(?::([-?])([^{}]*))?\}/;

/** Replaces variables as Docker Compose does, those inside of a default first. */
export function interpolated(text: string, variables: Readonly<Record<string, string>>): string {
  // Marks "$$", which stands for a dollar sign.
  let result = text.replaceAll('$$', '\u0000');
  for (let found = innermost.exec(result); found; found = innermost.exec(result)) {
    const [whole, name = '', kind, more = ''] = found;
    const value = variables[name] || (kind === '-' ? more : undefined);
    if (value === undefined) throw new Error(`${name} is missing: ${more}`);
    result = result.replace(whole, () => value);
  }
  return result.replaceAll('\u0000', '$');
}
