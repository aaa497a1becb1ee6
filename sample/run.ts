import { join } from 'node:path';
import { runImport } from '../cli/import/import.ts';
import { faultLine } from '../cli/import/rows/place.ts';
import { painted, type Terminal, terminalOf } from '../cli/output/terminal.ts';
import { runOrders } from '../cli/run/run.ts';
import { type Client, createClient } from '../client/client.ts';
import { projectRoot } from '../config/root.ts';
import { type Deed, deliver, release } from './events.ts';
import { sampleTable } from './table.ts';

export interface SampleOptions {
  /** Address of the service, and a key that may do everything. */
  readonly url: string;
  readonly apiKey: string;
  /** Folder of the stack, for the commands that are suggested. */
  readonly dataDir: string;
  readonly write: (text: string) => void;
}

const folder = join(projectRoot, 'sample');
export const sampleOrders = 'source.name IN ("Sample shop", "Counter")';

/**
 * Brings the sample shop in and runs its orders, with what a person would do on the way: finance releases an order that is
 * held, and a delivery comes for one that waits for stock. Done again, it goes on where it stood.
 */
export async function runSample({ url, apiKey, dataDir, write }: SampleOptions): Promise<void> {
  const terminal = terminalOf(process.stdout, write);
  const client = createClient({ url, apiKey, userAgent: 'conveyor sample' });
  const title = (text: string) => write(`\n${painted(terminal, 'bold', text)}\n\n`);
  try {
    title('The sample shop');
    // One after the other, so that it is always the same orders that find the shelf empty.
    const imported = await runImport({
      client,
      map: join(folder, 'map.yaml'),
      folder: join(folder, 'data'),
      terminal,
      atOnce: 1,
    });
    for (const fault of imported.faults) write(`${faultLine(fault)}\n`);

    title('Its orders, from issue to pickup');
    await run(client, terminal);
    const deeds = new Map<string, Deed>();
    for (const deed of [
      await release(client, 'S-1017'),
      await deliver(client, { part: 'KET-STE', location: 'Aisle B', qty: 20, order: 'S-1021' }),
    ]) {
      if (!deed) continue;
      deeds.set(deed.order, deed);
      write(`  ${deed.told}\n`);
    }
    if (deeds.size > 0) await run(client, terminal);

    title('What happened');
    write(await sampleTable(client, sampleOrders, deeds, terminal));
    write(hints(dataDir));
  } finally {
    await client.close();
  }
}

async function run(client: Client, terminal: Terminal): Promise<void> {
  await runOrders({ client, select: sampleOrders, terminal, atOnce: 1 });
}

function hints(dataDir: string): string {
  const data = dataDir === join(process.cwd(), '.conveyor') ? '' : ` --data ${dataDir}`;
  return `\n  * by hand   – skipped\n  Why, and what would move it: npx conveyor order show S-1012${data}\n`;
}
