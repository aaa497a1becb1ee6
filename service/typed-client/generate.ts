import { Registry } from 'prom-client';
import { serviceInterface } from '../interface.ts';
import { systemEndpoints } from '../platform/http/system.ts';
import { allEndpoints } from '../platform/server/server.ts';
import { addressTable } from './address-table.ts';
import { callTypes } from './call-types.ts';
import { type NamedCall, namedCall } from './named-calls.ts';
import { problemTypes, recordTypes } from './record-types.ts';

const head = '// Written by `npm run generate` out of what the service declares.\n\n';

/**
 * The part of the typed client that follows from the interface, by path from the project's root: what every call takes and
 * gives, and where it goes. The files are committed, and a test compares.
 */
export function generated(): Record<string, string> {
  const endpoints = allEndpoints(serviceInterface, systemEndpoints(new Registry()));
  const listed = new Set(endpoints.filter(({ lists }) => lists).map(({ path }) => path));
  const calls = endpoints.map((one) => namedCall(one, listed)).sort(byPlace);
  return {
    'client/generated/addresses.ts': head + addressTable(calls),
    'client/generated/records.ts': head + recordTypes(endpoints) + problemTypes(),
    'client/generated/calls.ts': head + callTypes(calls),
  };
}

const usual = ['list', 'get', 'create', 'update', 'remove', 'removeAll'];

/** By place, and there the usual calls first; verbs as they are declared. */
function byPlace(a: NamedCall, b: NamedCall): number {
  const [left, right] = [a, b].map(({ place }) => place.join('.')) as [string, string];
  const rank = ({ name }: NamedCall) => (usual.includes(name) ? usual.indexOf(name) : usual.length);
  return left < right ? -1 : left > right ? 1 : rank(a) - rank(b);
}
