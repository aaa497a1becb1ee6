import { expect, test } from 'vitest';
import { freePort } from '../../../../cli/stack/ports.ts';
import { startTestService } from '../http/bare-service.ts';

test('the port of the metrics has them alone, without credentials, and closes with the service', async () => {
  const port = await freePort();
  const service = await startTestService({ metrics: `127.0.0.1:${port}` });
  await service.call({ url: '/linetype/1' });
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect(await (await get('/metrics')).text()).toContain('conveyor_requests_total{method="GET",route="/linetype/:id"');
  for (const path of ['/', '/status', '/linetype/1']) expect((await get(path)).status).toBe(404);
  await service.close();
  await expect(get('/metrics')).rejects.toThrow();
});

test('an address without a port stops the start', async () => {
  await expect(startTestService({ metrics: '9464' })).rejects.toThrow('CONVEYOR_METRICS is 9464.');
});
