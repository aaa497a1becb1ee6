import { Registry } from 'prom-client';
import { serviceInterface } from './interface.ts';
import { systemEndpoints } from './platform/http/system.ts';
import { description } from './platform/openapi/document.ts';
import { allEndpoints } from './platform/server/server.ts';
import { version } from './version.ts';

/**
 * The description of the interface as a file, by its path from the project's root: what `/openapi.json` answers. It is committed,
 * and compared, so that a change of the interface is seen as one. One address or component a line.
 */
export function generated(): Record<string, string> {
  const endpoints = allEndpoints(serviceInterface, systemEndpoints(new Registry()));
  return { 'docs/openapi.json': `${lines(description(endpoints, version()), 3)}\n` };
}

/** JSON whose outer `levels` have a line for each member. */
function lines(value: unknown, levels: number, indent = ''): string {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const inner = `${indent} `;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${inner}${JSON.stringify(name)}: ${lines(member, levels - 1, inner)}`);
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
}
