// `npm run client-package [-- FOLDER]` writes the typed client as the package `conveyor-client`, `conveyor-client-VERSION.tgz`. The packages of
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
    // Source maps refer to sources that are not in the package, and the calls of the engine are not for other programs.
    const isWanted = (file) => !/\.map$|\/engine\.(js|d\.ts)$/.test(file);
    cpSync(join(root, path), join(staged, path), { recursive: true, filter: isWanted });
  }
  copyFileSync(join(root, 'LICENSE'), join(staged, 'LICENSE'));
  copyFileSync(join(root, 'docs', 'client.md'), join(staged, 'README.md'));
  const { version, license, type, engines, dependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const entry = (name) => ({ types: `./dist/client/${name}.d.ts`, default: `./dist/client/${name}.js` });
  const manifest = {
    name: 'conveyor-client',
    version,
    description: 'Typed client of the order service Conveyor',
    license,
    type,
    engines,
    exports: { '.': entry('client'), './browser': entry('browser') },
    dependencies: { undici: dependencies.undici },
  };
  writeFileSync(join(staged, 'package.json'), JSON.stringify(manifest, null, 2));
  mkdirSync(target, { recursive: true });
  const packed = npm(['pack', '--json', '--pack-destination', target], { cwd: staged });
  process.stdout.write(`${join(target, JSON.parse(packed)[0].filename)}\n`);
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
