import { expect, test } from 'vitest';
import { loadConfiguration } from '../../../../config/load.ts';
import { createPlanner } from '../../../../config/planning/planner.ts';
import { serviceInterface } from '../../../../service/interface.ts';
import { AddressBook } from '../../../../service/platform/http/address.ts';
import { BackgroundRunner } from '../../../../service/platform/http/background/runner.ts';
import type { Endpoint } from '../../../../service/platform/http/endpoint.ts';
import { description } from '../../../../service/platform/openapi/document.ts';
import { allEndpoints } from '../../../../service/platform/server/server.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { startTestService } from './bare-service.ts';

/** `X-Background-Processing` at every POST, PUT and DELETE of the service, with the bodies of its description. */

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Any = any;

const endpoints = allEndpoints(serviceInterface, []);
const document: Any = JSON.parse(JSON.stringify(description(endpoints, '1.2.3')));
const changing = endpoints.filter(({ method }) => method !== 'GET');
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const autowork = ['salesorder', 'transferorder', 'useorder'].map((kind) => `POST /${kind}/{${kind}_id}/autowork`);
const claim = 'POST /engine/webhookdelivery/claim';
const print = 'POST /document/{document_id}/print';
const printLabel = 'POST /carton/{carton_id}/printlabel';
const printReturnLabel = 'POST /returnorder/{returnorder_id}/printlabel';
const claimOfOutbox = 'POST /engine/outbox/claim';
const login = 'POST /login';
const signIn = 'POST /session';

const at = (reference: string): Any =>
  reference
    .slice(2)
    .split('/')
    .reduce((node: Any, part) => node[part], document);
const operationOf = ({ method, path }: Endpoint) => document.paths[path][method.toLowerCase()];

/** The first example of the body. */
function exampleOf(endpoint: Endpoint): object | undefined {
  const examples = operationOf(endpoint).requestBody?.content['application/json'].examples;
  const [first] = Object.values<Any>(examples ?? {});
  return first && (first.$ref ? at(first.$ref) : first).value;
}

const configuration = await loadConfiguration(undefined);
const service = await untilEnd(
  startTestService({
    whole: serviceInterface,
    idsFrom: '',
    configuration,
    planner: createPlanner(configuration),
  }),
);
// A claim without an attempt answers at once.
service.services.claimCalls.stop();

const send = (endpoint: Endpoint, wish: string) =>
  service.call({
    method: endpoint.method,
    // User 1 is the sender, who keeps the permissions for all further calls.
    url: endpoint.path.replace(/\{\w+\}/g, endpoint.path.startsWith('/user/') ? '99' : '1'),
    headers: { 'x-background-processing': wish },
    payload: exampleOf(endpoint) ?? {},
  });

test('the description has the header at every one but login, sign-in, print, claims and autowork, with 202 beside the answer', () => {
  const takes = (endpoint: Endpoint) =>
    operationOf(endpoint).parameters.some((one: Any) => one.$ref?.endsWith('/X-Background-Processing'));
  expect(changing.filter((endpoint) => !takes(endpoint)).map(nameOf)).toEqual([
    login,
    signIn,
    print,
    printLabel,
    printReturnLabel,
    claim,
    claimOfOutbox,
    ...autowork,
  ]);
  expect(changing.filter((endpoint) => !operationOf(endpoint).responses[202]).map(nameOf)).toEqual([
    login,
    signIn,
    print,
    printLabel,
    printReturnLabel,
    claim,
    claimOfOutbox,
  ]);
});

test('never: none but autowork answers 202', async () => {
  const queued: string[] = [];
  for (const endpoint of changing) {
    const { status } = await send(endpoint, 'never');
    if (status === 202) queued.push(nameOf(endpoint));
  }
  expect(queued.filter((name) => !autowork.includes(name))).toEqual([]);
}, 30_000);

test('always: every one answers 202, and each is done or refused later', async () => {
  const others: string[] = [];
  for (const endpoint of changing) {
    const { status } = await send(endpoint, 'always');
    if (status !== 202) others.push(`${nameOf(endpoint)} ${status}`);
  }
  // Login has no caller, only pages of the service sign in, a printer is asked at once, a claim waits, and the orders of the autowork do not exist.
  expect(others).toEqual([
    `${login} 401`,
    `${signIn} 403`,
    `${print} 404`,
    `${printLabel} 404`,
    `${printReturnLabel} 404`,
    `${claim} 200`,
    `${claimOfOutbox} 200`,
    ...autowork.map((name) => `${name} 404`),
  ]);

  const runner = new BackgroundRunner(service.services, endpoints, new AddressBook(endpoints), new Map());
  runner.start();
  // The calls that need Temporal, which is not here, are tried again.
  const open = async () => {
    const { rows } = await service.test.pool.query('select path from background where finished_at is null');
    return rows.map(({ path }) => path).sort();
  };
  const ofSchedules = ['1/backfill', '1/pause', '1/resume', '1/trigger', 'apply'].map((rest) => `/schedule/${rest}`);
  await expect.poll(open, { timeout: 20_000 }).toEqual(['/engine/reconcile', ...ofSchedules]);
  await runner.stop();
  const { rows } = await service.test.pool.query(
    'select method, path, answer_status from background where answer_status >= 500',
  );
  expect(rows).toEqual([]);
}, 60_000);
