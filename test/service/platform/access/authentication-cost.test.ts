import { expect, test } from 'vitest';
import { endpoint } from '../../../../service/platform/http/endpoint.ts';
import { assertPermission, identify } from '../../../../service/platform/http/identity.ts';
import { untilEnd } from '../../../support/until-end.ts';
import { adminKey, basic, startTestService } from '../http/bare-service.ts';

const service = await untilEnd(startTestService());

const needy = endpoint('POST /salesorder', {
  permission: 'salesorder.create',
  summary: 'Anything that needs a permission',
  handle: async () => undefined,
});

test('a cached key and its permission are checked in under 0.05 ms of CPU', async () => {
  const headers = { authorization: basic(adminKey), 'x-user-agent': 'shop/1.0' };
  const identifyTimes = async (times: number) => {
    for (let time = 0; time < times; time++) {
      const { caller } = await identify({ headers, method: 'GET', id: 'a-request' }, service.services.credentials);
      assertPermission(caller, needy);
    }
  };
  await identifyTimes(2_000);
  const times = 20_000;
  const before = process.cpuUsage();
  await identifyTimes(times);
  const { user, system } = process.cpuUsage(before);
  const milliseconds = (user + system) / 1000 / times;
  if (process.env.PRINT_FIGURES) process.stdout.write(`authentication: ${milliseconds.toFixed(4)} ms of CPU\n`);
  expect(milliseconds).toBeLessThan(0.05);
});
