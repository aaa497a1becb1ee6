import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../config/root.ts';
import { version } from '../../config/version.ts';

/** The steps of .github/workflows/release.yml that need nothing from outside. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'conveyor-release-'));
  writeFileSync(join(folder, 'package.json'), '{"version": "1.2.3"}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const notes = (tag: string, cwd = folder) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(projectRoot, 'tools', 'release-notes.mjs'), tag],
    { cwd, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
};

const changelog = (sections: string) =>
  writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n## [Unreleased]\n\n- Later.\n\n${sections}`);

test('the notes of a release are its section of the changelog, without addresses that lead nowhere', () => {
  changelog(
    '## [1.2.3] - 2026-11-28\n\n### Added\n\n- A page, see [docs](docs/a.md) and [more](https://example.com).\n\n## [1.2.2] - 2026-11-27\n\n- Old.\n',
  );
  const text = '### Added\n\n- A page, see docs and [more](https://example.com).\n';
  expect(notes('v1.2.3')).toEqual({ status: 0, stdout: text, stderr: '' });
});

test.each([
  ['v1.2.4', '## [1.2.3] - 2026-11-28\n\n- A.\n', 'The tag is v1.2.4, and package.json has the version 1.2.3'],
  ['1.2.3', '## [1.2.3] - 2026-11-28\n\n- A.\n', 'name the tag v1.2.3'],
  ['v1.2.3', '## [1.2.2] - 2026-11-28\n\n- A.\n', 'no section "## [1.2.3] - DATE"'],
  ['v1.2.3', '## [1.2.3]\n\n- A.\n', 'no section "## [1.2.3] - DATE"'],
  ['v1.2.3', '## [1.2.3] - 2026-11-28\n\n', 'no section "## [1.2.3] - DATE"'],
])('the tag %s is refused for the changelog %j', (tag, sections, sentence) => {
  changelog(sections);
  const { status, stdout, stderr } = notes(tag);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(sentence);
});

test('this version has its section', () => {
  expect(notes(`v${version()}`, projectRoot)).toMatchObject({ status: 0, stdout: expect.stringContaining('### ') });
});

test('the package has the program and the files that it reads, and no sources, tests or tools', () => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: projectRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const entries = Object.values(manifest.exports as Record<string, { types: string; default: string }>);
  const targets = entries.flatMap((entry) => [entry.types, entry.default]).map((path) => path.replace('./', ''));
  for (const path of [
    ...targets,
    ...Object.values(manifest.bin as object),
    'LICENSE',
    'README.md',
    'dist/cli/main.js',
    'dist/workflow-bundle.js',
    'dist/console/index.html',
    'service/platform/database/migrations/0001_kinds_and_states.sql',
  ])
    expect(paths).toContain(path);
  for (const path of manifest.files as string[]) {
    if (!path.startsWith('!')) expect(existsSync(join(projectRoot, path)), path).toBe(true);
  }
  const unwanted = /^(test|tools|dist\/(test|tools|\.)|node_modules)|(?<!\.d)\.tsx?$/;
  expect(paths.filter((path) => unwanted.test(path))).toEqual([]);
}, 60_000);
