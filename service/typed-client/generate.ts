import { Registry } from 'prom-client';
import { serviceInterface } from '../interface.ts';
import type { Endpoint } from '../platform/http/endpoint.ts';
import { isEnginePath } from '../platform/http/engine-path.ts';
import { systemEndpoints } from '../platform/http/system.ts';
import { type ClientCall, clientCalls } from '../platform/openapi/client-call.ts';
import { allEndpoints, publicEndpoints } from '../platform/server/server.ts';
import { BodyTypes } from './body-types.ts';
import { endpointTree } from './endpoint-tree.ts';
import { problemTypes, recordType, returnedResources } from './record-types.ts';

const head = '// Written by `npm run generate` from the declarations of the service.\n\n';

/**
 * Returns the generated part of the typed client, by path from the project's root: the types of records, bodies and answers,
 * the calls, and apart from them the calls of the engine. The files are committed, and a test compares them.
 */
export function generated(): Record<string, string> {
  const all = allEndpoints(serviceInterface, systemEndpoints(new Registry()));
  const endpoints = publicEndpoints(all);
  const calls = clientCalls(endpoints).sort(byPlace);
  const resources = returnedResources(endpoints);
  const bodies = new BodyTypes(calls, resources);
  const records = resources.map((resource) => recordType(resource, bodies.nameOf)).join('');
  const imports = `import type { BodyFields } from '../endpoint-types.ts';\n\n`;
  return {
    'client/generated/records.ts': head + imports + records + problemTypes() + bodies.text(),
    'client/generated/endpoints.ts': head + endpointTree(calls, bodies, 'endpoints'),
    'client/generated/engine.ts': head + engineCalls(all),
  };
}

/** Returns the calls of the engine, with the types that no public call has. */
function engineCalls(all: readonly Endpoint[]): string {
  const calls = clientCalls(all.filter(({ path }) => isEnginePath(path))).sort(byPlace);
  const bodies = new BodyTypes(calls, returnedResources(all));
  const tree = endpointTree(calls, bodies, 'engineEndpoints', bodies.names());
  const [imports = '', code = ''] = tree.split(/(?<=\n)(?=\/\*\* Returns all calls)/);
  return `import type { BodyFields } from '../endpoint-types.ts';\n${imports}${bodies.text()}\n${code}`;
}

const usual = ['list', 'get', 'create', 'update', 'remove', 'removeAll'];

/** Orders calls by place, and at one place the usual calls first. Verbs keep the order of their declaration. */
function byPlace(a: ClientCall, b: ClientCall): number {
  const left = a.place.join('.');
  const right = b.place.join('.');
  const rank = ({ name }: ClientCall) => (usual.includes(name) ? usual.indexOf(name) : usual.length);
  return left < right ? -1 : left > right ? 1 : rank(a) - rank(b);
}
