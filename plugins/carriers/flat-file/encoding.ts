/** Encodings for older systems, by their names in the Encoding Standard. `utf-8-bom` is UTF-8 for spreadsheets. */
export const encodings = [
  'utf-8',
  'utf-8-bom',
  'us-ascii',
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'iso-8859-15',
] as const;
export type Encoding = (typeof encodings)[number];

/** Replacements for letters that an encoding lacks. Accents are removed without this table. */
const replacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  þ: 'th',
  Þ: 'Th',
  ð: 'd',
  Ð: 'D',
  '€': 'EUR',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '…': '...',
  '\u00a0': ' ',
};

/** Encodes a text. A character that the encoding lacks becomes a similar one, or a question mark. */
export function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${text}`);
  const table = tableOf(encoding);
  const bytes = [...representable(text, encoding)].map((character) => table.get(character) ?? questionMark);
  return Buffer.from(bytes);
}

/** Returns a text with similar characters, or question marks, for characters that the encoding lacks. */
export function representable(text: string, encoding: Encoding): string {
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return text;
  const table = tableOf(encoding);
  return [...text.normalize('NFC')].map((character) => representableCharacter(character, table)).join('');
}

function representableCharacter(character: string, table: ReadonlyMap<string, number>): string {
  if (table.has(character)) return character;
  const replacement = similarText(character);
  if (replacement === '') return '?';
  return [...replacement].map((one) => (table.has(one) ? one : '?')).join('');
}

/** Returns the text that replaces a character in an encoding that lacks it. */
export function similarText(character: string): string {
  return replacements[character] ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

const questionMark = 0x3f;

const tables = new Map<Encoding, ReadonlyMap<string, number>>();

/** Returns the byte of each character, by inverting the decoder of the encoding. */
function tableOf(encoding: Encoding): ReadonlyMap<string, number> {
  const cached = tables.get(encoding);
  if (cached) return cached;
  const bytes = Uint8Array.from({ length: encoding === 'us-ascii' ? 0x80 : 0x100 }, (_, byte) => byte);
  const table = new Map([...charactersOf(bytes, encoding)].map((character, byte) => [character, byte]));
  table.delete('\ufffd');
  tables.set(encoding, table);
  return table;
}

function charactersOf(bytes: Uint8Array, encoding: Encoding): string {
  const latin = encoding === 'windows-1252' || encoding === 'us-ascii';
  if (!latin) return new TextDecoder(encoding).decode(bytes);
  // Node 20 decodes windows-1252 as ISO 8859-1, which has control characters in place of some letters.
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]{32}/, windowsLetters);
}

/** Characters from 0x80 to 0x9f. Five codes are not assigned. */
const windowsLetters = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';
