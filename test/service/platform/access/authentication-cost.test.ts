import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoint } from '../../../../service/platform/http/endpoint.ts';
import { demandPermission, identify } from '../../../../service/platform/http/identity.ts';
import { adminKey, basic, startTestService, type TestService } from '../http/bare-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const needy = endpoint('POST /salesorder', {
  permission: 'salesorder.create',
  summary: 'Anything that needs a permission',
  handle: async () => undefined,
});

test('saying who calls, and whether they may, costs under 0.05 ms of CPU once the key is known', async () => {
  const headers = { authorization: basic(adminKey), 'x-user-agent': 'shop/1.0' };
  const ask = async (times: number) => {
    for (let time = 0; time < times; time++) {
      const { caller } = await identify(headers, 'a-request', service.services.credentials);
      demandPermission(caller, needy);
    }
  };
  await ask(2_000);
  const times = 20_000;
  const before = process.cpuUsage();
  await ask(times);
  const { user, system } = process.cpuUsage(before);
  const milliseconds = (user + system) / 1000 / times;
  if (process.env.PRINT_FIGURES) process.stdout.write(`authentication: ${milliseconds.toFixed(4)} ms of CPU\n`);
  expect(milliseconds).toBeLessThan(0.05);
});
