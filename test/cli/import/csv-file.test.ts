import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TableFile } from '../../../cli/import/map/schema.ts';
import { readCsv } from '../../../cli/import/rows/csv-file.ts';
import { faultLine, inRow, type RowFault } from '../../../cli/import/rows/place.ts';
import { folderWith } from './folder.ts';

const plain: TableFile = {
  ...{ file: 'a.csv', columns: {}, encoding: 'utf-8', quotes: true, repeats: false, optional: [] },
  decimal_point: '.',
};

async function read(content: string | Buffer, map: Partial<TableFile> = {}) {
  const path = join(folderWith({ 'a.csv': content }), 'a.csv');
  const faults: RowFault[] = [];
  const notes: string[] = [];
  const file = await readCsv('a', { ...plain, ...map }, path, {
    fault: (fault) => faults.push(fault),
    note: (sentence) => notes.push(sentence.replace(path, 'a.csv')),
  });
  return { file, notes, reported: faults.map((fault) => faultLine(fault).replace(path, 'a.csv')), path };
}

test('a quoted field may contain delimiters, quotes and line breaks, and later rows have the right line', async () => {
  const { file } = await read('id,name\n1,"Müller, ""Bar""\nHamburg"\n2,b\n');
  expect(file.rows.map(({ line, texts }) => [line, texts.name])).toEqual([
    [2, 'Müller, "Bar"\nHamburg'],
    [4, 'b'],
  ]);
});

test('empty lines, a byte order mark and Windows line ends do not change lines and columns', async () => {
  const { file, reported } = await read('\ufeffid,name\r\n\r\n1,a\r\n\r\n\r\n2,b\r\n');
  expect(reported).toEqual([]);
  expect(file.header).toEqual(['id', 'name']);
  expect(file.rows.map(({ line, texts }) => [line, texts.id])).toEqual([
    [3, '1'],
    [6, '2'],
  ]);
});

test('a row with a broken quote does not affect other rows', async () => {
  const { file, reported } = await read('id,name\n1,a\n2,"b"x\n3,c\n4,"never closed\n5,e\n6,f\n');
  expect(file.rows.map(({ texts }) => texts.id)).toEqual(['1', '2', '3', '4', '5', '6']);
  // An order with such a row is left out, so the row keeps what its line seems to have.
  expect(file.rows.filter(({ faulty }) => faulty).map(({ texts }) => texts.id)).toEqual(['2', '4']);
  expect(reported).toEqual([
    'a.csv:3:1 expected the delimiter after a closing quote; write a quote inside a field twice',
    'a.csv:5:1 a quoted field has no closing quote',
  ]);
});

test('a row with too few or too many fields is reported with its line', async () => {
  const { file, reported } = await read('id,name,city\n1,a\n2,b,c\n3,d,e,f\n');
  expect(reported).toEqual([
    'a.csv:2:1 expected 3 fields, as in the first line, found 2',
    'a.csv:4:1 expected 3 fields, as in the first line, found 4',
  ]);
  expect(file.rows.map(({ faulty }) => faulty)).toEqual([true, false, true]);
});

test('a fault has the line and the character at which its column begins', async () => {
  const { file, path } = await read('id,name,qty\n1,"a, b",2\n2,"two\nlines",x\n');
  const at = (row: number, column: string) =>
    faultLine(inRow(file, file.rows[row]!, column).fault('no')).replace(path, 'a.csv');
  expect(at(0, 'qty')).toBe('a.csv:2:10 column qty: no');
  expect(at(1, 'qty')).toBe('a.csv:4:8 column qty: no');
});

test('the map sets delimiter and encoding', async () => {
  const { file } = await read(Buffer.from('id;name\n1;Käse\n', 'latin1'), { delimiter: ';', encoding: 'windows-1252' });
  expect(file.rows[0]!.texts.name).toBe('Käse');
  const euros = Buffer.concat([Buffer.from('id;name\n1;'), Buffer.from([0x80, 0x35, 0x92])]);
  const old = await read(euros, { delimiter: ';', encoding: 'windows-1252' });
  expect(old.file.rows[0]!.texts.name).toBe('€5’');
});

test('a file in another encoding is refused', async () => {
  await expect(read(Buffer.from('id,name\n1,Käse\n', 'latin1'))).rejects.toThrow(/not encoded in utf-8/);
});

test('a missing or an empty file is refused', async () => {
  await expect(read('')).rejects.toThrow(/is empty/);
  const nowhere = readCsv('a', plain, join(folderWith({}), 'b.csv'), {
    fault: () => undefined,
    note: () => undefined,
  });
  await expect(nowhere).rejects.toThrow(/there is no file .*b\.csv/);
});
