import { expect, inject, test } from 'vitest';
import { Engine } from '../../../service/engine.ts';
import { startTestService } from '../../support/test-service.ts';
import { untilEnd } from '../../support/until-end.ts';

/** A Temporal server without the namespace: its name is wrong, or the server has just started and does not know it yet. */

const config = `schedules:\n  night: { cron: '0 6 * * *', run: { action: issue, select: 'id = 0' } }\n`;

const engine = new Engine(undefined, { address: inject('temporalAddress'), namespace: 'nowhere' });
const service = await untilEnd(startTestService({ config, engine }));

test.each([
  ['GET', '/schedule', undefined],
  ['GET', '/schedule/night', undefined],
  ['POST', '/schedule/apply', {}],
  ['POST', '/schedule/night/pause', { note: 'Stocktaking' }],
])('%s %s says which namespace is missing', async (method, path, input) => {
  const { status, body } = await service.call(method, path, input);
  expect(`${status} ${body.code}: ${body.detail}`).toContain('has no namespace nowhere');
  expect(status).toBe(503);
});
