// `npm run pictures`: takes the pictures of the console in docs/images/console, on a stack of its own with the sample shop.
// `npm run pictures -- orders today` takes these alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareOrExit, root } from '../bin/prepare.mjs';
import { pictures } from './pictures/pictures.mjs';

const port = 7860;
const folder = join(root, 'docs', 'images', 'console');
const say = (line) => process.stderr.write(`${line}\n`);

await prepareOrExit(say);
const { launchBrowser } = await import('../dist/test/support/browser/launch.js');
const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in pictures));
if (unknown.length > 0) {
  say(`There is no picture ${unknown.join(', ')}. There are: ${Object.keys(pictures).join(', ')}`);
  process.exit(2);
}
const data = mkdtempSync(join(tmpdir(), 'conveyor-pictures-'));
const config = mkdtempSync(join(tmpdir(), 'conveyor-pictures-config-'));
writeFileSync(
  join(config, 'fulfillment.yaml'),
  withSchedule(readFileSync(join(root, 'config/fulfillment.yaml'), 'utf8')).replace(
    'edit_rules: false',
    'edit_rules: true',
  ),
);
const stack = spawn(
  process.execPath,
  [
    join(root, 'bin/conveyor.mjs'),
    ...['up', '--sample', '--data', data, '--port', `${port}`, '--config', join(config, 'fulfillment.yaml')],
  ],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const browser = await launchBrowser();
try {
  const link = await linkOf(stack.stdout);
  mkdirSync(folder, { recursive: true });
  const signedIn = await browser.newContext({ locale: 'en-US' });
  const first = await signedIn.newPage();
  await first.goto(link);
  await first.getByRole('heading', { name: 'Today' }).waitFor();
  const storageState = await signedIn.storageState();
  for (const [name, { path, width = 1280, height = 800, dark = false, show }] of Object.entries(pictures)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const context = await browser.newContext({
      ...{ storageState, locale: 'en-US', viewport: { width, height } },
      ...{ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce', deviceScaleFactor: 1.5 },
    });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/console${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await show(page);
    await page.evaluate(
      ([from, to]) => {
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(from, to);
      },
      [config, '/etc/conveyor'],
    );
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    say(`docs/images/console/${name}.png`);
    await context.close();
  }
} finally {
  await browser.close();
  stack.kill('SIGINT');
  await once(stack, 'exit');
  for (const each of [data, config]) rmSync(each, { recursive: true, force: true });
}

/** Returns the operators' file with a schedule, because the bundled file has none. */
function withSchedule(text) {
  const schedule = `schedules:
  morning-issue:
    cron: 0 6 * * 1-5
    time_zone: Europe/Berlin
    note: Orders of the night go to the warehouse
    run: { action: issue, select: 'status.name = "Draft" && source.name = "Web shop"', rate: 5 per second }
`;
  return text.replace(/^schedules: \{\}\n/m, () => schedule);
}

/** Waits until the stack is ready. @returns the link that it prints for the administrator */
async function linkOf(output) {
  let text = '';
  for await (const chunk of output.setEncoding('utf8')) {
    text += chunk;
    const [, link] = text.match(/Console\s+(http\S+)/) ?? [];
    if (link) {
      output.resume();
      return link;
    }
  }
  throw new Error(`The stack did not start:\n${text}`);
}
