import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderStart } from '../../../workflows/contract/order.ts';
import { escapeMarkdown, plainSummary } from '../../../workflows/contract/text.ts';
import { automatic, orderInput } from '../support/engine.ts';

/** The links that GitHub's Markdown makes of plain text, and the links of CommonMark. */
const links = [
  /https?:\/\//i,
  /www\./i,
  /[-.\w+]@[-\w]/,
  /(^|[^\\])(\\\\)*\]\(/,
  /(^|[^\\])(\\\\)*<[a-z/!?]/i,
  // An entity becomes a character before addresses are looked for.
  /(^|[^\\])(\\\\)*&(#|[a-z])/i,
];
const linksIn = (text: string) => links.filter((link) => link.test(text));

const attacks = [
  'Ana https://evil.example/login',
  'HTTP://EVIL.EXAMPLE',
  'www.evil.example',
  '[log in](https://evil.example)',
  '[log in](//evil.example)',
  '![](https://evil.example/pixel)',
  '<https://evil.example>',
  '<a href="//evil.example">log in</a>',
  'https&#58;//evil.example',
  '&lt;https:&#x2f;/evil.example',
  'pay@evil.example',
  'back\\[slash](https://evil.example)',
];

test.each(attacks)('%j in a name is no link', (name) => {
  expect(linksIn(name)).not.toEqual([]);
  expect(linksIn(escapeMarkdown(name))).toEqual([]);
});

test('no text of these pieces has a link', () => {
  const piece = fc.constantFrom(
    'http',
    's',
    ':',
    '/',
    '//',
    'www',
    '.',
    '@',
    'evil',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '&',
    '#',
    ';',
    '\\',
    ' ',
    '!',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      expect(linksIn(escapeMarkdown(pieces.join('')))).toEqual([]);
    }),
  );
});

test('a reader sees the same text', () => {
  const seen = escapeMarkdown('Müller & Söhne [north] *new* www.x.example').replaceAll(/\\(?=[&[\]*])|\u2060/g, '');
  expect(seen).toBe('Müller & Söhne [north] *new* www.x.example');
});

test('the summary and the details of an order have only our links', () => {
  const input = orderInput(automatic);
  const name = 'Ana [log in](https://evil.example) www.evil.example';
  const start = orderStart(
    { ...input, title: `S-1 · ${name}`, customerName: name, number: 'S-1' },
    'http://own.example',
  );
  expect(linksIn(start.staticSummary)).toEqual([]);
  const details = start.staticDetails.replaceAll(/\]\(http:\/\/own\.example[^)]*\)/g, '');
  expect(linksIn(details)).toEqual([]);
});

test.each([
  ['Ask https://evil.example to come'],
  ['Book [x](//evil.example)'],
  ['Book <https://evil.example>'],
  ['Book <a href=x>'],
  ['Book https&#58;//evil.example'],
])('the summary %j of an activity leads nowhere', (summary) => {
  const web = links.filter((link) => !link.source.includes('@'));
  expect(web.filter((link) => link.test(plainSummary(summary)))).toEqual([]);
});

test('a summary keeps to 200 bytes, and its ending stays', () => {
  const summary = plainSummary('https://'.repeat(60), ': refused');
  expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(200);
  expect(summary).toMatch(/…: refused$/);
  expect(plainSummary('Book Speedy Express')).toBe('Book Speedy Express');
  expect(plainSummary('Pause the run, as ana@example.com decided')).toBe('Pause the run, as ana@example.com decided');
});
