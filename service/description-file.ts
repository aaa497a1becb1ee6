import { Registry } from 'prom-client';
import { version } from '../config/version.ts';
import { serviceInterface } from './interface.ts';
import { systemEndpoints } from './platform/http/system.ts';
import { description } from './platform/openapi/document.ts';
import { allEndpoints, publicEndpoints } from './platform/server/server.ts';

/**
 * Returns the answer of `/openapi.json` as a file, by its path from the project's root. The file is committed, so that a review
 * shows each change of the interface. It has one line for each address and component.
 */
export function generated(): Record<string, string> {
  const endpoints = allEndpoints(serviceInterface, systemEndpoints(new Registry()));
  return { 'docs/openapi.json': `${lines(description(publicEndpoints(endpoints), version()), 3)}\n` };
}

/** Returns JSON that has a line for each member of the outer `levels`. */
function lines(value: unknown, levels: number, indent = ''): string {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const inner = `${indent} `;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${inner}${JSON.stringify(name)}: ${lines(member, levels - 1, inner)}`);
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
}
