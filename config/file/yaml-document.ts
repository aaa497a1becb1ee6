import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { Report } from './faults.ts';
import { positionInScalar } from './scalar-position.ts';
import { type Variables, withVariables } from './variables.ts';

export type Path = readonly (string | number)[];

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A YAML file as plain values, with the position of each value. */
export interface YamlDocument {
  readonly value: unknown;
  /** True if the text is not valid YAML. The values are then not worth a further check. */
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

/**
 * Reads YAML and fills in references to environment variables. Every fault is reported, and the rest is still read, so that one
 * run shows all faults.
 */
export function readYaml(source: string, variables: Variables, report: Report): YamlDocument {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const reader = new Reader(source, document, lines, variables, report);
  for (const error of [...document.errors.slice(0, mostYamlFaults), ...document.warnings])
    report(reader.position(error.pos[0]), yamlFault(error));
  return reader;
}

/** Turns the nodes of a document into plain values, and keeps the node of each path for its position. */
class Reader implements YamlDocument {
  readonly value: unknown;
  readonly broken: boolean;
  readonly #source: string;
  readonly #document: Document;
  readonly #lines: LineCounter;
  readonly #variables: Variables;
  readonly #report: Report;
  readonly #values = new Map<string, Node>();
  readonly #keys = new Map<string, Node>();
  readonly #doubtful = new Set<string>();

  constructor(source: string, document: Document, lines: LineCounter, variables: Variables, report: Report) {
    this.#source = source;
    this.#document = document;
    this.#lines = lines;
    this.#variables = variables;
    this.#report = report;
    this.broken = document.errors.length > 0;
    this.value = document.contents === null ? null : this.#plain(document.contents, [], document.contents);
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
    const resolved = isAlias(node) ? node.resolve(this.#document) : node;
    if (isAlias(node) && !resolved) {
      this.#report(this.#start(node), `unknown alias "*${node.source}"; there is no &${node.source}`);
    }
    if (at) this.#values.set(key(path), at);
    if (isMap(resolved)) return this.#plainMap(resolved, path);
    if (isSeq(resolved)) {
      return resolved.items.map((item, index) =>
        this.#plain(item, [...path, index], (item as Node | null) ?? undefined),
      );
    }
    if (!isScalar(resolved)) return null;
    return typeof resolved.value === 'string' ? this.#text(resolved.value, path) : resolved.value;
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
    return withVariables(text, this.#variables, (index, message) => {
      this.#doubtful.add(key(path));
      this.#report(this.atCharacter(path, index), message);
    });
  }
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
