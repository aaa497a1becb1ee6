import { parseArgs } from 'node:util';
import { measurePages } from './console/pages.ts';
import { measureScans } from './console/scans.ts';
import { measureTabs } from './console/tabs.ts';
import { withListService } from './support/list-service.ts';

/**
 * The console in a browser: its pages over 200,000 orders, what open tabs cost the service, and how long people with scanners wait.
 * `npm run bench -- console [--only pages|tabs|scans] [--rounds 5] [--tabs 50] [--orders 300] [--people 10] [--scans 60] [--keep FOLDER]
 * [--port 7780]`
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
      people: { type: 'string', default: '10' },
      scans: { type: 'string', default: '60' },
      keep: { type: 'string' },
      port: { type: 'string', default: '7780' },
    },
  });
  const port = Number(values.port);
  const isWanted = (part: string) => values.only === undefined || values.only === part;
  if (isWanted('pages')) {
    const service = { port, keep: values.keep, databaseUrl: undefined };
    await withListService(service, (started) => measurePages(started, Number(values.rounds)));
  }
  if (isWanted('tabs')) {
    const [tabs, orders, rounds] = [values.tabs, values.orders, values.rounds].map(Number) as [number, number, number];
    await measureTabs({ port: port + 2, tabs, orders, rounds });
  }
  if (isWanted('scans'))
    await measureScans({ port: port + 4, people: Number(values.people), scans: Number(values.scans) });
}
