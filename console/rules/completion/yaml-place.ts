/** Where in a YAML text a place is: the keys that lead to it, and what can stand there. The text may break off anywhere. */

export interface YamlPlace {
  /** The keys from the top of the file. `[]` stands for an item of a list. */
  readonly path: readonly string[];
  readonly expects: 'key' | 'value';
  /** The beginning of what is being typed: of a key, or of the whole value. */
  readonly from: number;
  /** What is typed of it so far. */
  readonly typed: string;
  /** The keys that stand beside it already. */
  readonly beside: readonly string[];
}

/** A line of a file without its comment. */
interface Line {
  readonly text: string;
  readonly from: number;
}

interface Structure {
  /** Columns of the dashes of items. */
  readonly dashes: readonly number[];
  /** The column of what follows the dashes. */
  readonly column: number;
  readonly key: string | null;
  readonly value: string;
  /** The column of the value. */
  readonly valueColumn: number;
}

const key = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'#{}[\],:][^#{}[\],:]*?)\s*:(?=\s|$)\s*/;
const inQuotes = /^(["'])(.*)\1$/;
const bare = (name: string) => inQuotes.exec(name)?.[2] ?? name;

function structureOf(text: string): Structure {
  const dashes: number[] = [];
  let column = /^ */.exec(text)?.[0].length ?? 0;
  for (let dash = /^-(?: +|$)/.exec(text.slice(column)); dash; dash = /^-(?: +|$)/.exec(text.slice(column))) {
    dashes.push(column);
    column += dash[0].length;
  }
  const [whole = '', name] = key.exec(text.slice(column)) ?? [];
  const valueColumn = column + whole.length;
  return { dashes, column, key: name === undefined ? null : bare(name), value: text.slice(valueColumn), valueColumn };
}

/** Returns where a comment of a line begins: at a `#` after a space, outside of quotes. */
function commentAt(text: string): number {
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quote) {
      if (sign === quote) quote = '';
    } else if (/["']/.test(sign) && /(^|[\s:,[{(=<>%!-])$/.test(text.slice(0, at))) quote = sign;
    else if (sign === '#' && (at === 0 || /\s/.test(text[at - 1] ?? ''))) return at;
  }
  return -1;
}

/** Returns where a place of a text is; null in a comment. */
export function placeInYaml(text: string, at: number): YamlPlace | null {
  const lines = linesUntil(text, at);
  const last = lines.at(-1);
  if (!last || commentAt(last.text) >= 0) return null;
  const code = lines.map(({ text: line, from }) => ({ text: withoutComment(line), from }));
  const start = flowStart(code) ?? continuedValue(code);
  return start === null ? inBlock(code, text, at) : inValue(code, start, text, at);
}

function linesUntil(text: string, at: number): Line[] {
  let from = 0;
  return text
    .slice(0, at)
    .split('\n')
    .map((line) => {
      const start = from;
      from += line.length + 1;
      return { text: line, from: start };
    });
}

function withoutComment(text: string): string {
  const at = commentAt(text);
  return at < 0 ? text : text.slice(0, at);
}

/** The most lines that one value may have here. */
const longestValue = 60;

/** Returns the line at whose value a list or a mapping in brackets begins that is open at the end; null without any. */
function flowStart(lines: readonly Line[]): number | null {
  let depth = 0;
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - longestValue); at -= 1) {
    const line = lines[at]?.text ?? '';
    const { value } = structureOf(line);
    if (/^[{[]/.test(value)) return depth + balance(value) > 0 ? at : null;
    depth += balance(line);
    // A key in a block begins something else.
    if (at < lines.length - 1 && line.trim() === '') return null;
  }
  return null;
}

const balance = (text: string) =>
  [...text.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '')].reduce(
    (depth, sign) => depth + ('{['.includes(sign) ? 1 : '}]'.includes(sign) ? -1 : 0),
    0,
  );

/** Returns the line of the value that the last line continues, or itself if it has a value; null for a line that begins a key. */
function continuedValue(lines: readonly Line[]): number | null {
  const last = structureOf(lines.at(-1)?.text ?? '');
  if (last.key !== null) return last.value !== '' || /:\s$/.test(lines.at(-1)?.text ?? '') ? lines.length - 1 : null;
  for (let at = lines.length - 2; at >= Math.max(0, lines.length - longestValue); at -= 1) {
    const { column, key: name, value } = structureOf(lines[at]?.text ?? '');
    if ((lines[at]?.text ?? '').trim() === '') continue;
    if (column >= last.column) {
      if (name === null) continue;
      return null;
    }
    return name !== null && /^(when|unless)$/.test(name) && value !== '' && !/^[{[]/.test(value) ? at : null;
  }
  return null;
}

/** The place in a block of keys or items: a new key, or an item of a list. */
function inBlock(lines: readonly Line[], text: string, at: number): YamlPlace {
  const last = lines.at(-1) as Line;
  const { dashes, column } = structureOf(last.text);
  const path = parents(lines, lines.length - 1);
  return {
    path: [...path, ...dashes.map(() => '[]')],
    expects: 'key',
    from: last.from + column,
    typed: last.text.slice(column),
    beside: siblings(text, at, column, dashes.length > 0),
  };
}

/** Returns the keys that lead to what a line has, without its own dashes and its own key. */
function parents(lines: readonly Line[], of: number): string[] {
  const own = structureOf(lines[of]?.text ?? '');
  const path: string[] = [];
  let limit = own.dashes[0] ?? own.column;
  let isItem = own.dashes.length > 0;
  for (let at = of - 1; at >= 0; at -= 1) {
    const line = lines[at]?.text ?? '';
    if (line.trim() === '') continue;
    const { dashes, column, key: name } = structureOf(line);
    // A list may stand in the same column as its key.
    if (name !== null && (column < limit || (isItem && column === limit))) {
      path.unshift(name);
      limit = column;
      isItem = false;
    }
    for (const dash of dashes.toReversed()) {
      if (dash >= limit) continue;
      path.unshift('[]');
      limit = dash;
      isItem = true;
    }
    if (limit === 0 && !isItem) break;
  }
  return path;
}

/** Returns the keys of the mapping in a block around a place, those below the place too. */
function siblings(text: string, at: number, column: number, isFirst: boolean): string[] {
  const lines = text.split('\n');
  const own = text.slice(0, at).split('\n').length - 1;
  const found: string[] = [];
  const look = (line: string): boolean => {
    if (line.trim() === '') return true;
    const { dashes, column: other, key: name } = structureOf(line);
    if (other === column && name !== null) found.push(name);
    // The first key of an item is behind its dash.
    return other >= column && !(dashes.length > 0 && (dashes[0] ?? 0) < column);
  };
  for (let line = own - 1; !isFirst && line >= 0; line -= 1) if (!look(lines[line] ?? '')) break;
  for (let line = own + 1; line < lines.length; line += 1) {
    const { dashes } = structureOf(lines[line] ?? '');
    if ((dashes[0] ?? column) < column || !look(lines[line] ?? '')) break;
  }
  return found;
}

/** The place in the value of a key: in a scalar, or in brackets. */
function inValue(lines: readonly Line[], start: number, text: string, at: number): YamlPlace {
  const line = lines[start] as Line;
  const { dashes, key: name, valueColumn } = structureOf(line.text);
  const path = [...parents(lines, start), ...dashes.map(() => '[]'), ...(name === null ? [] : [name])];
  const from = line.from + valueColumn;
  const value = text.slice(from, at);
  if (!/^[{[]/.test(value)) return { path, expects: 'value', from, typed: value, beside: [] };
  return inBrackets(path, from, value);
}

interface Bracket {
  readonly isList: boolean;
  readonly keys: string[];
}

/** Reads `{ name: A, then: { skip: [pack, …` sign by sign. */
class BracketReader {
  readonly open: Bracket[] = [];
  path: readonly string[];
  expects: 'key' | 'value' = 'value';
  /** Where the key or the value begins that is being read. */
  begin = 0;
  #quote = '';
  readonly #value: string;

  constructor(outer: readonly string[], value: string) {
    this.path = outer;
    this.#value = value;
    for (let at = 0; at < value.length; at += 1) this.#read(value[at] ?? '', at);
  }

  #read(sign: string, at: number): void {
    if (this.#quote !== '') {
      if (sign === this.#quote && this.#value[at - 1] !== '\\') this.#quote = '';
      return;
    }
    // An apostrophe within a word is no quote.
    const isFirst = this.#value.slice(this.begin, at).trim() === '';
    if (sign === '"' || (sign === "'" && isFirst)) this.#quote = sign;
    else if (sign === '{' || sign === '[') this.#opened(sign === '[', at);
    else if (sign === '}' || sign === ']') this.#closed(at);
    else if (sign === ',') this.#next(at);
    else if (sign === ':' && this.expects === 'key' && /^\s|^$/.test(this.#value.slice(at + 1, at + 2))) this.#key(at);
  }

  #opened(isList: boolean, at: number): void {
    this.open.push({ isList, keys: [] });
    if (isList) this.path = [...this.path, '[]'];
    this.expects = isList ? 'value' : 'key';
    this.begin = at + 1;
  }

  #closed(at: number): void {
    const bracket = this.open.pop();
    if (bracket && (bracket.isList || this.expects === 'value')) this.path = this.path.slice(0, -1);
    this.expects = 'value';
    this.begin = at + 1;
  }

  #next(at: number): void {
    const isList = this.open.at(-1)?.isList ?? true;
    if (!isList && this.expects === 'value') this.path = this.path.slice(0, -1);
    this.expects = isList ? 'value' : 'key';
    this.begin = at + 1;
  }

  #key(at: number): void {
    const name = bare(this.#value.slice(this.begin, at).trim());
    this.open.at(-1)?.keys.push(name);
    this.path = [...this.path, name];
    this.expects = 'value';
    this.begin = at + 1;
  }
}

/** The place in brackets. @param outer the keys that lead to them @param from where they begin */
function inBrackets(outer: readonly string[], from: number, value: string): YamlPlace {
  const { path, expects, begin, open } = new BracketReader(outer, value);
  const typed = value.slice(begin).trimStart();
  return { path, expects, from: from + value.length - typed.length, typed, beside: open.at(-1)?.keys ?? [] };
}
