// `npm run client-package [-- FOLDER]` writes the typed client as a package, `conveyor-client-VERSION.tgz`. The packages of
// the whole project (Temporal, an embedded PostgreSQL, fonts) are 450 MB, and the client needs one of them.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { prepareOrExit, root } from '../bin/prepare.mjs';

await prepareOrExit((line) => process.stderr.write(`${line}\n`));
const target = resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? '.');
const staged = mkdtempSync(join(tmpdir(), 'conveyor-client-'));
try {
  // Outside its folder the client imports only the types of plans.
  for (const path of [
    'dist/client',
    'dist/config/planning/plan.js',
    'dist/config/planning/plan.d.ts',
    'dist/plugins/steps.js',
    'dist/plugins/steps.d.ts',
    'dist/plugins/weekdays.js',
    'dist/plugins/weekdays.d.ts',
  ]) {
    // Source maps refer to sources that are not in the package.
    cpSync(join(root, path), join(staged, path), { recursive: true, filter: (file) => !file.endsWith('.map') });
  }
  copyFileSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
  copyFileSync(join(root, 'docs', 'client.md'), join(staged, 'README.md'));
  const { name, version, license, type, engines, exports, dependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const manifest = {
    name,
    version,
    description: 'Typed client of the order service Conveyor',
    license,
    type,
    engines,
    exports: { './client': exports['./client'], './client/browser': exports['./client/browser'] },
    dependencies: { undici: dependencies.undici },
  };
  writeFileSync(join(staged, 'package.json'), JSON.stringify(manifest, null, 2));
  const packed = npm(['pack', '--json', '--pack-destination', staged], { cwd: staged });
  const file = join(target, `${name}-client-${version}.tgz`);
  mkdirSync(target, { recursive: true });
  copyFileSync(join(staged, JSON.parse(packed)[0].filename), file);
  process.stdout.write(`${file}\n`);
} finally {
  rmSync(staged, { recursive: true, force: true });
}

function npm(args, options) {
  const own = process.env.npm_execpath;
  const [command, ...first] = own?.endsWith('.js') ? [process.execPath, own] : ['npm'];
  return execFileSync(command, [...first, ...args], {
    ...options,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  });
}
