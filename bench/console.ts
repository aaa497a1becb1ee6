import { parseArgs } from 'node:util';
import { measurePages } from './console/pages.ts';
import { measureTabs } from './console/tabs.ts';
import { withListService } from './support/list-service.ts';

/**
 * The console in a browser: its pages over 200,000 orders, and what open tabs cost the service.
 * `npm run bench -- console [--only pages|tabs] [--rounds 5] [--tabs 50] [--orders 300] [--keep FOLDER] [--port 7780]`
 * With `--keep` the 200,000 orders are made once in that folder.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      tabs: { type: 'string', default: '50' },
      orders: { type: 'string', default: '300' },
      keep: { type: 'string' },
      port: { type: 'string', default: '7780' },
    },
  });
  const port = Number(values.port);
  if (values.only !== 'tabs') {
    const service = { port, keep: values.keep, databaseUrl: undefined };
    await withListService(service, (started) => measurePages(started, Number(values.rounds)));
  }
  if (values.only !== 'pages') {
    const [tabs, orders, rounds] = [values.tabs, values.orders, values.rounds].map(Number) as [number, number, number];
    await measureTabs({ port: port + 2, tabs, orders, rounds });
  }
}
