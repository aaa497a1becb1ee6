import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../../../config/root.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';

/**
 * The long run of the description: validators read it, and clients that generators make of it take the first order of the README
 * from draft to fulfilled. It installs the tools into a temporary folder and needs Python 3.10.
 */

const programs = join(projectRoot, 'test/service/platform/openapi/clients');
const packages = {
  python: ['openapi-python-client==0.29.1', 'openapi-spec-validator==0.9.0'],
  node: [
    '@apidevtools/swagger-parser@12',
    '@readme/openapi-parser@5',
    'openapi-typescript@7.13.0',
    'openapi-fetch@0.15',
    'typescript@5',
  ],
};

const minutes = 60_000;

describe.runIf(process.env.CONVEYOR_GENERATED_CLIENTS)('validators and generated clients', () => {
  let folder: string;
  let service: TestService;
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(folder, 'python/bin')}:${process.env.PATH}` },
    });
  const python = (name: string) => join(folder, 'python/bin', name);
  const node = (name: string) => join(folder, 'node_modules/.bin', name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'conveyor-clients-'));
    service = await startTestService();
    const { body } = await service.call('GET', '/openapi.json');
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(body));
    writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
    run('python3', '-m', 'venv', 'python');
    run(python('pip'), 'install', '--quiet', ...packages.python);
    run('npm', 'install', '--no-audit', '--no-fund', '--silent', ...packages.node);
  }, 10 * minutes);
  afterAll(async () => {
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a program against the service. It prints the state of its order. */
  async function stateAfter(command: string, program: string): Promise<string> {
    const env = { ...process.env, URL: service.url, KEY: service.adminKey };
    const child = spawn(command, [program], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
    });
    await once(child, 'close');
    return printed.trim();
  }

  test(
    'three validators accept it',
    () => {
      expect(run(python('openapi-spec-validator'), 'openapi.json')).toContain('OK');
      const program = `
      import swagger from '@apidevtools/swagger-parser';
      import { validate } from '@readme/openapi-parser';
      await swagger.validate('openapi.json');
      console.log((await validate('openapi.json')).valid);`;
      writeFileSync(join(folder, 'valid.mjs'), program);
      expect(run(process.execPath, 'valid.mjs').trim()).toBe('true');
    },
    2 * minutes,
  );

  test(
    'a client in Python takes an order to its end',
    async () => {
      run(
        python('openapi-python-client'),
        'generate',
        '--path',
        'openapi.json',
        '--meta',
        'none',
        '--output-path',
        'conveyor_api',
      );
      copyFileSync(join(programs, 'order.py'), join(folder, 'order.py'));
      expect(await stateAfter(python('python'), 'order.py')).toBe('done');
    },
    5 * minutes,
  );

  test(
    'a client in TypeScript compiles and takes an order to its end',
    async () => {
      run(node('openapi-typescript'), 'openapi.json', '-o', 'api.d.ts');
      copyFileSync(join(programs, 'order.ts.txt'), join(folder, 'order.ts'));
      mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
      symlinkSync(join(projectRoot, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
      symlinkSync(join(projectRoot, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'));
      const module = ['--module', 'nodenext', '--target', 'es2022', '--allowImportingTsExtensions'];
      run(
        node('tsc'),
        '--strict',
        '--skipLibCheck',
        ...module,
        '--rewriteRelativeImportExtensions',
        '--types',
        'node',
        'order.ts',
      );
      expect(await stateAfter(process.execPath, 'order.js')).toBe('done');
    },
    5 * minutes,
  );
});
