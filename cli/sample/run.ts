import { join } from 'node:path';
import { type Client, createClient } from '../../client/client.ts';
import { projectRoot } from '../../config/root.ts';
import { runImport } from '../import/import.ts';
import { faultLine } from '../import/rows/place.ts';
import { painted, type Terminal, terminalOf } from '../output/terminal.ts';
import { runOrders } from '../run/run.ts';
import { deliver, type Intervention, release } from './events.ts';
import { addNames } from './names.ts';
import { sampleTable } from './table.ts';

export interface SampleOptions {
  /** Address of the service. */
  readonly url: string;
  /** Key of the administrator. */
  readonly apiKey: string;
  /** Folder of the stack, for the suggested commands; undefined for a service elsewhere. */
  readonly dataDir: string | undefined;
  /** Gets the output; that of this process where absent. */
  readonly write?: (text: string) => void;
}

const folder = join(projectRoot, 'cli', 'sample');
export const sampleOrders = 'source.name IN ("Sample shop", "Counter")';

/**
 * Imports the sample shop and runs its orders, with two interventions: finance releases a held order, and a delivery arrives
 * for an order that waits for stock. A repeated call continues where the last one stopped.
 */
export async function runSample({ url, apiKey, dataDir, write: output }: SampleOptions): Promise<void> {
  const terminal = terminalOf(process.stdout, output);
  const { write } = terminal;
  const client = createClient({ url, apiKey, userAgent: 'conveyor sample' });
  const title = (text: string) => write(`\n${painted(terminal, 'bold', text)}\n\n`);
  try {
    title('The sample shop');
    // The requests run one after the other, so that always the same orders lack stock.
    const imported = await runImport({
      client,
      map: join(folder, 'map.yaml'),
      folder: join(folder, 'data'),
      terminal,
      atOnce: 1,
    });
    for (const fault of imported.faults) write(`${faultLine(fault)}\n`);
    await addNames(client);

    title('Its orders, from issue to pickup');
    await run(client, terminal);
    const interventions = new Map<string, Intervention>();
    for (const intervention of [
      await release(client, 'S-1017'),
      await deliver(client, { part: 'KET-STE', location: 'Aisle B', qty: 20, order: 'S-1021' }),
    ]) {
      if (!intervention) continue;
      interventions.set(intervention.order, intervention);
      write(`  ${intervention.message}\n`);
    }
    if (interventions.size > 0) await run(client, terminal);

    title('What happened');
    write(await sampleTable(client, sampleOrders, interventions, terminal));
    write(hints(dataDir));
  } finally {
    await client.close();
  }
}

async function run(client: Client, terminal: Terminal): Promise<void> {
  await runOrders({ client, select: sampleOrders, terminal, atOnce: 1 });
}

function hints(dataDir: string | undefined): string {
  const isUsual = dataDir === undefined || dataDir === join(process.cwd(), '.conveyor');
  const command = `${dataDir === undefined ? '' : 'npx '}conveyor order show S-1012${isUsual ? '' : ` --data ${dataDir}`}`;
  return `\n  * by hand   – skipped\n  For the reasons of an order, and the commands that move it: ${command}\n`;
}
