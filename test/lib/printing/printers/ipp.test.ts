import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeAnswer } from '../../../../lib/printing/printers/ipp/decode.ts';
import { encodeRequest } from '../../../../lib/printing/printers/ipp/encode.ts';
import { printJobAnswer, printJobRequest } from '../../../../lib/printing/printers/ipp/print-job.ts';
import type { Attribute } from '../../../../lib/printing/printers/ipp/value.ts';
import { PrinterRefused, PrinterSilent } from '../../../../lib/printing/printers/printer.ts';
import { httpAddress } from '../../../../lib/printing/printers/send.ts';
import { ippAnswer, readIpp } from './stand-in-printers.ts';

const uri = 'ipp://10.20.0.31/ipp/print';
const format = 'application/pdf';

test('a job has the bytes of RFC 8010', () => {
  const bytes = printJobRequest({
    uri,
    title: 'Carton label K-3-1',
    user: 'Ana Weber',
    media: 'na_index-4x6_4x6in',
    format,
  });
  const { version, operation, requestId, attributes, document } = readIpp(bytes);
  expect({ version, operation, requestId, document: document.length }).toEqual({
    ...{ version: '1.1', operation: 2, requestId: 1, document: 0 },
  });
  expect(attributes.map(([group, tag, name, value]) => [group, tag, name, value.toString()])).toEqual([
    // Charset and language are the first two, by section 4.1.4 of RFC 8011.
    [1, 0x47, 'attributes-charset', 'utf-8'],
    [1, 0x48, 'attributes-natural-language', 'en'],
    [1, 0x45, 'printer-uri', uri],
    [1, 0x42, 'requesting-user-name', 'Ana Weber'],
    [1, 0x42, 'job-name', 'Carton label K-3-1'],
    [1, 0x22, 'ipp-attribute-fidelity', '\0'],
    [1, 0x49, 'document-format', 'application/pdf'],
    [2, 0x44, 'print-scaling', 'none'],
    [2, 0x44, 'media', 'na_index-4x6_4x6in'],
  ]);
});

test('names are cut to 255 bytes, and between two letters', () => {
  const { attributes } = readIpp(
    printJobRequest({ uri, title: 'ж'.repeat(300), user: 'x'.repeat(300), media: null, format }),
  );
  const named = (name: string) => attributes.find(([, , one]) => one === name)?.[3];
  expect(named('job-name')?.toString()).toBe('ж'.repeat(127));
  expect(named('requesting-user-name')).toHaveLength(255);
});

test('what is written is read again, whatever the values', () => {
  const text = fc
    .string({ unit: fc.constantFrom(...'aZ09 -éж漢'), minLength: 1, maxLength: 40 })
    .filter((one) => one.trim() === one);
  const attribute = fc.oneof(
    fc.tuple(fc.constantFrom('text', 'name', 'keyword', 'uri'), text),
    fc.tuple(fc.constantFrom('integer', 'enum'), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  );
  fc.assert(
    fc.property(fc.array(attribute, { maxLength: 12 }), fc.nat(0xffff), (values, operation) => {
      const attributes = values.map(([tag, value], index) => [`name-${index}`, tag, value] as Attribute);
      const jobAttributes = attributes.splice(6);
      const read = decodeAnswer(encodeRequest({ operation, operationAttributes: attributes, jobAttributes }));
      expect(read.status).toBe(operation);
      expect([...read.attributes.values()]).toEqual(values.map(([, value]) => [value]));
    }),
  );
});

describe('an answer', () => {
  const read = (reply: ReturnType<typeof ippAnswer>) => printJobAnswer(reply.body as Buffer);

  test('with a job says its number and its state', () => {
    expect(read(ippAnswer(0))).toEqual({ status: 'successful-ok', job_id: 42, job_state: 'processing', message: null });
    const [status, job_state] = ['successful-ok-ignored-or-substituted-attributes', 'processing-stopped'];
    const answer = read(ippAnswer(1, { jobState: 6, reasons: 'printer-stopped' }));
    expect(answer).toEqual({ status, job_id: 42, job_state, message: 'printer-stopped' });
  });

  test('with an error, or with a job that is given up, is a refusal in words', () => {
    const refusals: [ReturnType<typeof ippAnswer>, string][] = [
      [
        ippAnswer(0x0506, { words: 'The roll is empty' }),
        'answered server-error-not-accepting-jobs: The roll is empty',
      ],
      [ippAnswer(0x040a), 'answered client-error-document-format-not-supported'],
      [ippAnswer(0x0555), 'answered status 1365'],
      [ippAnswer(0, { jobState: 8, reasons: 'aborted-by-system' }), 'has aborted the job: aborted-by-system'],
    ];
    for (const [reply, words] of refusals) expect(() => read(reply)).toThrow(new PrinterRefused(words));
  });

  test('in Latin-1 has its words with all letters', () => {
    const body = ippAnswer(0x0506, { words: 'Rolle gr\x01n' }).body as Buffer;
    body[body.indexOf(1, 20)] = 0xfc;
    expect(() => printJobAnswer(body)).toThrow('Rolle grün');
  });

  test('that is cut, or no answer of IPP, is none', () => {
    const whole = ippAnswer(0, { words: 'Done' }).body as Buffer;
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => printJobAnswer(whole.subarray(0, length)), `${length}`).toThrow(PrinterSilent);
    }
    expect(() => printJobAnswer(Buffer.from('<html>Hello</html>'))).toThrow(PrinterSilent);
  });
});

test.each([
  ['ipp://10.20.0.31/ipp/print', 'http://10.20.0.31:631/ipp/print'],
  ['ipps://cups.example.com/printers/A4', 'https://cups.example.com:631/printers/A4'],
  ['ipp://printer.local:8631', 'http://printer.local:8631/'],
  ['ipp://[fd00::7]/ipp', 'http://[fd00::7]:631/ipp'],
  ['ipps://cups.example.com:443/printers/A4', 'https://cups.example.com:443/printers/A4'],
])('%s is %s', (address, http) => {
  expect(httpAddress(address)).toBe(http);
});
