import { existsSync } from 'node:fs';
import { sentenceOf } from '../lib/failure.ts';
import { note } from './output/terminal.ts';
import { type DataFolder, readJson, writeSecretJson } from './stack/data-folder.ts';
import { awaitSpace } from './stack/disk-space.ts';
import { stopSignal } from './stack/processes/stop-signal.ts';
import { Stack, type StackOptions } from './stack/stack.ts';

/** Whether a data folder was created for the sample. A stack that was created empty never loads it. */
type Origin = { sample: 'wanted' | 'loaded' | 'none' };

/**
 * Starts a stack, runs the sample if it is wanted and not yet loaded, and stays up until a stop signal.
 * @returns the exit code
 */
export async function runStack(options: StackOptions & { readonly sample: boolean }): Promise<number> {
  const output = process.stdout;
  // A closed terminal or pipe must not interrupt the stop.
  output.on('error', () => undefined);
  await awaitSpace(options.data, (line) => output.write(`${line}\n`));
  const stack = new Stack(options, output);
  const interrupted = stopSignal(
    () => {
      stack.kill();
      process.exit(1);
    },
    () => void stack.reload().then((message) => output.write(`${message}\n`)),
  ).then(() => {
    output.write('\nStopping. Press Ctrl-C again to stop at once.\n');
  });
  try {
    const started = await Promise.race([stack.start().then(() => true), interrupted]);
    if (started) {
      const loaded = rememberOrigin(stack.folder, options.sample);
      if (loaded === 'wanted') await Promise.race([loadSample(stack, output), interrupted]);
      output.write(summary(stack, (await stack.client.session.code()).url));
      await interrupted;
    }
    return 0;
  } finally {
    await stack.stop();
  }
}

function rememberOrigin(folder: DataFolder, sample: boolean): Origin['sample'] {
  const known = readJson<Origin>(folder.origin);
  if (known) return known.sample;
  const origin: Origin = { sample: sample ? 'wanted' : 'none' };
  writeSecretJson(folder.origin, origin);
  return origin.sample;
}

async function loadSample(stack: Stack, output: NodeJS.WriteStream): Promise<void> {
  try {
    const { runSample } = await import('./sample/run.ts');
    await runSample({
      url: stack.addresses.url,
      apiKey: stack.adminKey,
      dataDir: stack.folder.path,
      write: (text: string) => void output.write(text),
    });
    writeSecretJson(stack.folder.origin, { sample: 'loaded' } satisfies Origin);
  } catch (error) {
    if (!existsSync(stack.folder.claim)) return;
    note(`The sample is not complete: ${sentenceOf(error)}. The next start continues it.\n`);
  }
}

function summary(stack: Stack, link: string): string {
  const { url, documentation, temporalUi } = stack.addresses;
  const rows: [string, string | undefined][] = [
    ['Console', link],
    ['', 'signs you in once, within 15 minutes; npx conveyor sign-in prints another link'],
    ['Service', url],
    ['API documentation', documentation],
    ['Temporal UI', temporalUi],
    ['API key', stack.adminKey],
    ['', 'user name for Basic authentication, without a password'],
    ['Credentials', stack.folder.credentials],
    ['Logs', stack.folder.logs],
  ];
  const lines = rows.filter(([, value]) => value).map(([name, value]) => `  ${name.padEnd(19)}${value}`);
  return ['', 'Conveyor is running.', '', ...lines, '', 'Press Ctrl-C to stop all programs of this stack.', ''].join(
    '\n',
  );
}
