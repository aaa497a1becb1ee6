import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectRoot } from '../../../../config/root.ts';
import { samplesOf } from '../../../../service/platform/reference/samples.ts';
import { clientOf, reference, textOf } from './pages.ts';

const { operations } = reference.model;
const samples = operations.map((one) => ({ id: one.id, ...samplesOf(one, clientOf(`${one.method} ${one.path}`)) }));
// Below the project, so that the compiler finds the client and the types of Node.
mkdirSync(join(projectRoot, '.conveyor'), { recursive: true });
const folder = mkdtempSync(join(projectRoot, '.conveyor', 'samples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

test('each operation shows its samples in three languages', () => {
  for (const { id, curl, typescript, python } of samples) {
    const html = reference.at(`operations/${id}`)?.text ?? '';
    const shown = [...html.matchAll(/<pre class="sample \w+"[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code]) =>
      textOf(code ?? ''),
    );
    expect(shown, id).toEqual([curl, typescript.trim(), python.trim()]);
  }
});

test('the samples in TypeScript compile against the typed client', () => {
  for (const { id, typescript } of samples) {
    expect(typescript, id).toContain('client.');
    writeFileSync(join(folder, `${id}.ts`), typescript);
  }
  const compilerOptions = {
    noEmit: true,
    rootDir: projectRoot,
    paths: { 'conveyor-client': ['../../client/client.ts'] },
    noUnusedLocals: false,
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: ['*.ts'] }),
  );
  const run = spawnSync(process.execPath, [join(projectRoot, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    encoding: 'utf8',
  });
  expect(run.stdout).toBe('');
  expect(run.status).toBe(0);
}, 120_000);

test.skipIf(!has('python3', '--version'))(
  'the samples in Python compile',
  () => {
    for (const { id, python } of samples) writeFileSync(join(folder, `${id}.py`), python);
    const files = samples.map(({ id }) => join(folder, `${id}.py`));
    execFileSync('python3', ['-m', 'py_compile', ...files]);
  },
  60_000,
);

test.skipIf(!has('sh', '-c', 'true'))(
  'the samples for the command line are words of a shell, with the body as JSON',
  () => {
    for (const { id, curl } of samples) {
      expect(curl, id).toMatch(/^curl /);
    }
    // `curl` becomes a function that prints its arguments.
    const functions = `curl() { printf '%s\\036' "$@"; printf '\\035'; }; CONVEYOR_API_KEY=k;\n`;
    const printed = execFileSync('sh', ['-c', functions + samples.map(({ curl }) => curl).join('\n')], {
      encoding: 'utf8',
    });
    const commands = printed
      .split('\x1d')
      .slice(0, -1)
      .map((command) => command.split('\x1e').slice(0, -1));
    expect(commands).toHaveLength(samples.length);
    commands.forEach((words, at) => {
      const { id, method, body, isPublic } = operations[at] ?? {};
      expect(words.some((word) => word.startsWith('http://'))).toBe(true);
      expect(words.includes('k:')).toBe(!isPublic);
      expect(words.includes(`Idempotency-Key: web/4711/${id}`)).toBe(method !== 'GET');
      const [data] = words.filter((_, place) => words[place - 1] === '-d');
      if (data !== undefined) expect(JSON.parse(data)).toEqual(body?.example);
      const sent = words.includes('-X') ? words[words.indexOf('-X') + 1] : data === undefined ? 'GET' : 'POST';
      expect(sent).toBe(method);
    });
  },
);
