import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  type ManifestFiles,
  ManifestFolder,
  type ManifestRow,
} from '../../../../plugins/carriers/flat-file/manifest-folder.ts';

let folder: string;
let manifests: ManifestFolder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conveyor-manifest-'));
  manifests = new ManifestFolder(folder, 'courier');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const row = (carton_id: number, name = ''): ManifestRow => ({ carton_id, fields: { name } });
const rowFile = (carton_id: number, manifest = 'm') =>
  join(folder, '.conveyor', 'courier', 'rows', manifest, `${carton_id}.json`);
const render = (rows: readonly ManifestRow[]): ManifestFiles => ({
  'm.csv': Buffer.from(rows.map(({ carton_id, fields }) => `${carton_id}${fields.name}`).join(' ')),
});
const written = () => readFileSync(join(folder, 'm.csv'), 'utf8');

test('a carton that another worker puts down while the files are written is in them', async () => {
  await manifests.put('m', [row(1)]);
  await manifests.publish('m', (rows) => {
    if (rows.length === 1) writeFileSync(rowFile(2), JSON.stringify(row(2)));
    return render(rows);
  });
  expect(written()).toBe('1 2');
});

test('a carton that is put again is replaced, and cartons are in the order of their ids', async () => {
  await manifests.put('m', [row(10), row(9)]);
  await manifests.publish('m', render);
  await manifests.put('m', [row(10, 'b')]);
  await manifests.publish('m', render);
  expect(written()).toBe('9 10b');
});

test('calls during a write wait for the next write, and share it', async () => {
  let times = 0;
  const counted = (rows: readonly ManifestRow[]) => {
    times += 1;
    return render(rows);
  };
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      await manifests.put('m', [row(index + 1)]);
      await manifests.publish('m', counted);
    }),
  );
  expect(written().split(' ')).toHaveLength(20);
  expect(times).toBeLessThan(20);
});

test('a failed write does not block later writes', async () => {
  await manifests.put('m', [row(1)]);
  const failing = manifests.publish('m', () => {
    throw new Error('no room');
  });
  await expect(failing).rejects.toThrow('no room');
  await manifests.publish('m', render);
  expect(written()).toBe('1');
});

test('the search for a carton returns its manifest', async () => {
  await manifests.put('2026-11-24', [row(1)]);
  await manifests.put('2026-11-25', [row(2)]);
  expect(await manifests.find(1)).toBe('2026-11-24');
  expect(await manifests.find(3)).toBeUndefined();
  await manifests.take('2026-11-24', 1);
  expect(await manifests.find(1)).toBeUndefined();
});

test('old temporary files of a crashed worker are deleted, and new ones are not', async () => {
  await manifests.put('m', [row(1)]);
  const aside = join(folder, '.conveyor', 'courier', 'aside');
  writeFileSync(join(aside, 'old'), '');
  writeFileSync(join(aside, 'new'), '');
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(join(aside, 'old'), hoursAgo, hoursAgo);
  await manifests.publish('m', render);
  expect(readdirSync(aside)).toEqual(['new']);
});

test('a temporary file is not deleted by a worker whose clock is ahead of the folder', async () => {
  vi.useFakeTimers({ now: Date.now() + 3 * 3_600_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await manifests.put('m', [row(1)]);
  writeFileSync(join(folder, '.conveyor', 'courier', 'aside', 'new'), '');
  await manifests.publish('m', render);
  expect(readdirSync(join(folder, '.conveyor', 'courier', 'aside'))).toEqual(['new']);
});

test('the cartons of 400 manifests are stored, and published files are never deleted', async () => {
  for (let index = 0; index < 402; index++) {
    mkdirSync(join(folder, '.conveyor', 'courier', 'rows', `2025-${String(index).padStart(4, '0')}`), {
      recursive: true,
    });
  }
  writeFileSync(join(folder, '2025-0000.csv'), '');
  await manifests.put('m', [row(1)]);
  await manifests.publish('m', render);
  expect(readdirSync(join(folder, '.conveyor', 'courier', 'rows'))).toHaveLength(400);
  expect(existsSync(rowFile(1))).toBe(true);
  expect(existsSync(join(folder, '2025-0000.csv'))).toBe(true);
});
