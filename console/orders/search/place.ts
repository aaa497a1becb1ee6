/**
 * Possible completions at a place in an expression: the text before the place is read from its start, faults
 * included.
 */

export interface Place {
  readonly expects: 'name' | 'operator' | 'value' | 'null' | 'joint' | 'nothing';
  /** The relations that lead to the record of the name. */
  readonly relations: readonly string[];
  /** The path of the field before an operator or a value, from that record. */
  readonly subject: readonly string[];
  /** Whether the name is the one of `count(…)` or `sum(…)`. */
  readonly isInCall: boolean;
  /** The beginning of the word that is being typed. */
  readonly from: number;
  readonly word: string;
}

/** A bracket that is open. */
interface Frame {
  readonly kind: 'group' | 'filter' | 'call' | 'list';
  readonly relations: readonly string[];
  readonly path: readonly string[];
}

type Expects = 'name' | 'segment' | 'afterName' | 'value' | 'null' | 'list' | 'joint';

const token = /\s+|"(?:\\.|[^"\\])*(?:"|$)|[\p{L}_][\p{L}\p{M}\p{N}_]*|-?\d[\w.:+-]*|&&|\|\||[!<>]=|./suy;
const isName = (text: string) => /^[\p{L}_]/u.test(text);
const comparators = new Set(['=', '!=', '<', '<=', '>', '>=', '%']);

class Reader {
  expects: Expects = 'name';
  relations: readonly string[] = [];
  path: readonly string[] = [];
  readonly frames: Frame[] = [];

  /** Reads one token. It skips a token that does not fit: the parser reports it. */
  read(text: string): void {
    if (text === '&&' || text === '||') {
      this.path = [];
      this.expects = 'name';
    } else if (text === ')' || text === ']') this.#close();
    else if (this.expects === 'name') this.#name(text);
    else if (this.expects === 'segment') {
      this.path = [...this.path, text.replace(/^"|"$/g, '')];
      this.expects = 'afterName';
    } else if (this.expects === 'afterName') this.#afterName(text);
    else if (this.expects === 'value') this.expects = 'joint';
    else if (this.expects === 'null') this.expects = text.toUpperCase() === 'NOT' ? 'null' : 'joint';
    else if (this.expects === 'list' && text === '(') this.#open('list', 'value');
    else if (text === ',' && this.frames.at(-1)?.kind === 'list') this.expects = 'value';
  }

  #name(text: string): void {
    if (text === '(') this.#open('group', 'name');
    else if (isName(text) && text.toUpperCase() !== 'NOT') {
      this.path = [text];
      this.expects = 'afterName';
    }
  }

  #afterName(text: string): void {
    const word = text.toUpperCase();
    if (text === '.') this.expects = 'segment';
    else if (text === '(') this.#open('call', 'name');
    else if (text === '[') {
      const inside = [...this.relations, ...this.path];
      this.#open('filter', 'name');
      this.relations = inside;
    } else if (comparators.has(text)) this.expects = 'value';
    else if (word === 'IS') this.expects = 'null';
    else if (word === 'IN') this.expects = 'list';
  }

  #open(kind: Frame['kind'], expects: Expects): void {
    this.frames.push({ kind, relations: this.relations, path: this.path });
    if (kind !== 'list') this.path = [];
    this.expects = expects;
  }

  #close(): void {
    const frame = this.frames.pop();
    if (!frame) return;
    this.relations = frame.relations;
    this.path = frame.kind === 'call' ? [...frame.path, ''] : frame.path;
    this.expects = frame.kind === 'filter' || frame.kind === 'call' ? 'afterName' : 'joint';
  }
}

const isOpenText = (text: string) => text.startsWith('"') && !/^"(?:\\.|[^"\\])*"$/s.test(text);

/** Returns what can be at the end of a text. */
export function placeAfter(text: string): Place {
  const reader = new Reader();
  let from = text.length;
  let word = '';
  for (token.lastIndex = 0; token.lastIndex < text.length; ) {
    const start = token.lastIndex;
    const [read = ''] = token.exec(text) ?? [];
    if (read === '') break;
    if (/^\s/.test(read)) continue;
    const isLast = start + read.length === text.length;
    // A word at the end is still being typed.
    if (isLast && (isName(read) || isOpenText(read))) {
      from = start;
      word = read;
    } else reader.read(read);
  }
  const { expects, relations, path, frames } = reader;
  const isInCall = frames.at(-1)?.kind === 'call';
  const place = { subject: path, isInCall, from, word };
  switch (expects) {
    case 'name':
      return { ...place, expects: 'name', relations };
    case 'segment':
      return { ...place, expects: 'name', relations: [...relations, ...path] };
    case 'afterName':
      return { ...place, expects: isInCall ? 'nothing' : 'operator', relations };
    case 'list':
      return { ...place, expects: 'nothing', relations };
    default:
      return { ...place, expects, relations };
  }
}
