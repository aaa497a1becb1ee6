import {
  type Alias,
  type CST,
  Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  Parser,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { Report } from './faults.ts';
import { positionInScalar } from './scalar-position.ts';
import { type VariableReader, withVariables } from './variables.ts';

export type Path = readonly (string | number)[];

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A YAML file as plain values, with the position of each value. */
export interface YamlDocument {
  readonly value: unknown;
  /** True if the text is not valid YAML, or has too many values. The values are then not worth a further check. */
  readonly broken: boolean;
  /** Returns true for a text with a faulty reference to the environment. Further faults of it would follow from that. */
  doubtful(path: Path): boolean;
  /** Returns true if the file has a value at the path. */
  has(path: Path): boolean;
  /** Returns the start of a value. For a missing value it is the start of the nearest value around it. */
  at(path: Path): Position;
  /** Returns the start of the key of a value. */
  atKey(path: Path): Position;
  /** Returns the position of one character of the text at `path`. */
  atCharacter(path: Path, index: number): Position;
}

/** One wrong indentation causes many faults. Only the first ones help. */
const mostYamlFaults = 3;
const longestYamlFault = 120;

/** The greatest depth of lists and keys. The schema of the file has seven levels. */
const mostLevels = 50;
/**
 * The greatest number of values that aliases may add to a file. Nine lines of nine aliases each stand for 387 million values.
 * The bundled file has 800 values in all.
 */
export const mostAliasValues = 10_000;

/**
 * Reads YAML and fills in references to environment variables. Every fault is reported, and the rest is still read, so that one
 * run shows all faults.
 * @param variables null leaves the references unchanged
 */
export function readYaml(source: string, variables: VariableReader | null, report: Report): YamlDocument {
  const lines = new LineCounter();
  const deepAt = tooDeep(source);
  if (deepAt !== null) {
    const reader = new Reader('', new Document(null), lines, variables, report);
    reader.refuse(placeIn(source, deepAt), `more than ${mostLevels} levels of lists and keys`);
    return reader;
  }
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const reader = new Reader(source, document, lines, variables, report);
  for (const error of [...document.errors.slice(0, mostYamlFaults), ...document.warnings])
    report(reader.position(error.pos[0]), yamlFault(error));
  return reader;
}

/**
 * Returns the offset of the first value below too many levels; null if no value is too deep. The parser composes
 * values by recursion, and a recursion without end can end the process. This function uses a stack instead.
 */
function tooDeep(source: string): number | null {
  const open = [...new Parser().parse(source)].map((token) => ({ token: token as CST.Token | null, level: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, level } = next;
    if (token === null) continue;
    if (level > mostLevels) return token.offset;
    if (token.type === 'document') open.push({ token: token.value ?? null, level });
    if (!('items' in token)) continue;
    for (const { key = null, value = null } of token.items) {
      open.push({ token: key, level: level + 1 }, { token: value, level: level + 1 });
    }
  }
  return null;
}

function placeIn(source: string, offset: number): Position {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Returns the value of each alias: the last one before it that has its name. */
function aliasTargets(document: Document): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Node(_, node) {
      if (!isAlias(node)) {
        if (node.anchor) anchors.set(node.anchor, node as Node);
        return;
      }
      const target = anchors.get(node.source);
      if (target) targets.set(node, target);
    },
  });
  return targets;
}

/** Turns the nodes of a document into plain values, and keeps the node of each path for its position. */
class Reader implements YamlDocument {
  readonly value: unknown;
  #broken: boolean;
  readonly #source: string;
  readonly #lines: LineCounter;
  readonly #variables: VariableReader | null;
  readonly #report: Report;
  readonly #values = new Map<string, Node>();
  readonly #keys = new Map<string, Node>();
  readonly #doubtful = new Set<string>();
  readonly #targets: ReadonlyMap<Alias, Node>;
  /** The number of aliases around the present value. */
  #aliasesAround = 0;
  #aliasValues = 0;

  constructor(
    source: string,
    document: Document,
    lines: LineCounter,
    variables: VariableReader | null,
    report: Report,
  ) {
    this.#source = source;
    this.#targets = aliasTargets(document);
    this.#lines = lines;
    this.#variables = variables;
    this.#report = report;
    this.#broken = document.errors.length > 0;
    this.value = document.contents === null ? null : this.#plain(document.contents, [], document.contents);
  }

  get broken(): boolean {
    return this.#broken;
  }

  doubtful(path: Path): boolean {
    return this.#doubtful.has(key(path));
  }

  has(path: Path): boolean {
    return this.#values.has(key(path));
  }

  at(path: Path): Position {
    const node = this.#values.get(key(path));
    if (node || path.length === 0) return this.#start(node);
    return this.at(path.slice(0, -1));
  }

  atKey(path: Path): Position {
    return this.#start(this.#keys.get(key(path)) ?? this.#values.get(key(path)));
  }

  atCharacter(path: Path, index: number): Position {
    const node = this.#values.get(key(path));
    if (!isScalar(node) || typeof node.value !== 'string' || !node.range) return this.at(path);
    const [from, to] = node.range;
    return this.position(from + positionInScalar(this.#source.slice(from, to), node.value, index));
  }

  position(offset: number): Position {
    const { line, col } = this.#lines.linePos(Math.min(offset, this.#source.length));
    return { line, column: col };
  }

  #start(node: Node | undefined): Position {
    return this.position(node?.range?.[0] ?? 0);
  }

  /** @param at the node for positions: the value, or its key if the value is empty */
  #plain(node: unknown, path: Path, at: Node | undefined): unknown {
    if (isAlias(node)) return this.#aliased(node, path, at);
    if (this.#aliasesAround > 0 && this.#exceeds(node)) return null;
    if (at) this.#values.set(key(path), at);
    if (isMap(node)) return this.#plainMap(node, path);
    if (isSeq(node)) {
      return node.items.map((item, index) => this.#plain(item, [...path, index], (item as Node | null) ?? undefined));
    }
    if (!isScalar(node)) return null;
    return typeof node.value === 'string' ? this.#text(node.value, path) : node.value;
  }

  /** Returns the value of an alias. */
  #aliased(alias: Alias, path: Path, at: Node | undefined): unknown {
    const name = alias.source;
    const target = this.#targets.get(alias);
    if (!target) {
      this.#report(this.#start(alias), `unknown alias "*${name}"; there is no &${name}`);
      return null;
    }
    if (this.#aliasValues > mostAliasValues) return null;
    if (isInside(alias, target)) {
      return this.refuse(
        this.#start(alias),
        `the alias "*${name}" is inside of &${name}; a value cannot contain itself`,
      );
    }
    this.#aliasesAround += 1;
    const value = this.#plain(target, path, at);
    this.#aliasesAround -= 1;
    // The outermost alias is the one in the file.
    if (this.#aliasesAround > 0 || this.#aliasValues <= mostAliasValues) return value;
    const most = mostAliasValues.toLocaleString('en-US');
    return this.refuse(
      this.#start(alias),
      `the aliases up to "*${name}" add more than ${most} values; write fewer aliases`,
    );
  }

  /** Counts a value that an alias adds; a long text counts more than once. @returns whether there are too many */
  #exceeds(node: unknown): boolean {
    const length = isScalar(node) && typeof node.value === 'string' ? node.value.length : 0;
    this.#aliasValues += 1 + Math.floor(length / 100);
    return this.#aliasValues > mostAliasValues;
  }

  /** Reports a value that is not read. */
  refuse(at: Position, message: string): null {
    this.#broken = true;
    this.#report(at, message);
    return null;
  }

  #plainMap(map: YAMLMap, path: Path): Record<string, unknown> {
    const result: Record<string, unknown> = Object.create(null);
    for (const pair of map.items as Pair[]) {
      if (!isPair(pair) || !isScalar(pair.key)) {
        this.#report(this.#start((pair.key as Node) ?? map), 'expected a key that is plain text');
        continue;
      }
      const name = String(pair.key.value);
      const inner = [...path, name];
      if (name in result) {
        const first = this.atKey(inner);
        this.#report(this.#start(pair.key), `duplicate key "${name}"; it is already on line ${first.line}`);
        continue;
      }
      this.#keys.set(key(inner), pair.key);
      result[name] = this.#plain(pair.value, inner, (pair.value as Node | null) ?? pair.key);
    }
    return { ...result };
  }

  #text(text: string, path: Path): string {
    if (this.#variables === null) return text;
    return withVariables(text, path, this.#variables, (index, message) => {
      this.#doubtful.add(key(path));
      this.#report(this.atCharacter(path, index), message);
    });
  }
}

/** Returns whether a value contains an alias. An alias follows its value, so that only such an alias can make a circle. */
function isInside({ range }: Alias, target: Node): boolean {
  const [from, , to] = target.range ?? [0, 0, 0];
  const at = range?.[0] ?? 0;
  return from <= at && at < to;
}

const key = (path: Path) => JSON.stringify(path);

/** Returns a message of the YAML parser in one line, without its advice for programmers. */
function yamlFault({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here; expected one';
  const sentence = message.split('\n')[0] ?? message;
  const text = `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
  // The message may quote the whole file.
  return `not valid YAML: ${text.length > longestYamlFault ? `${text.slice(0, longestYamlFault)}…` : text}`;
}
