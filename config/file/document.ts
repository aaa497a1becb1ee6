import {
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

/** A YAML file as plain values, which remembers where every one of them is written. */
export interface SourceDocument {
  readonly value: unknown;
  /** True where the text is not YAML: what was read is then worth no further look. */
  readonly broken: boolean;
  /** True for a text whose reference to the environment was reported: what else is wrong with it follows from that. */
  doubtful(path: Path): boolean;
  /** True where something is written at the path. */
  has(path: Path): boolean;
  /** Where a value begins; for one that is not there, where the nearest thing around it begins. */
  at(path: Path): Position;
  /** Where the key itself is written. */
  atKey(path: Path): Position;
  /** Where the character `position` of the text at `path` is written. */
  atCharacter(path: Path, position: number): Position;
}

/** One slip of indentation makes many faults, of which the first ones tell. */
const mostYamlFaults = 3;
const longestYamlFault = 120;

/**
 * Reads YAML and fills in references to environment variables. Everything wrong with it is reported; what can be read
 * all the same is read, so that one look shows all faults.
 */
export function readDocument(source: string, variables: Variables, report: Report): SourceDocument {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const values = new Map<string, Node>();
  const keys = new Map<string, Node>();
  const doubtful = new Set<string>();

  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(Math.min(offset, source.length));
    return { line, column: col };
  };
  const start = (node: Node | undefined) => position(node?.range?.[0] ?? 0);

  for (const error of [...document.errors.slice(0, mostYamlFaults), ...document.warnings])
    report(position(error.pos[0]), yamlFault(error));

  function plain(node: unknown, path: Path, written: Node | undefined): unknown {
    const resolved = isAlias(node) ? node.resolve(document) : node;
    if (isAlias(node) && !resolved) report(start(node), `unknown alias "*${node.source}"; there is no &${node.source}`);
    if (written) values.set(key(path), written);
    if (isMap(resolved)) return plainMap(resolved, path);
    if (isSeq(resolved)) {
      return resolved.items.map((item, index) => plain(item, [...path, index], (item as Node | null) ?? undefined));
    }
    if (!isScalar(resolved)) return null;
    return typeof resolved.value === 'string' ? filledIn(resolved.value, path) : resolved.value;
  }

  function plainMap(map: YAMLMap, path: Path): Record<string, unknown> {
    const result: Record<string, unknown> = Object.create(null);
    for (const pair of map.items as Pair[]) {
      if (!isPair(pair) || !isScalar(pair.key)) {
        report(start((pair.key as Node) ?? map), 'expected a key that is plain text');
        continue;
      }
      const name = String(pair.key.value);
      const inner = [...path, name];
      if (name in result) {
        const first = start(keys.get(key(inner)));
        report(start(pair.key), `duplicate key "${name}"; it is already on line ${first.line}`);
        continue;
      }
      keys.set(key(inner), pair.key);
      result[name] = plain(pair.value, inner, (pair.value as Node | null) ?? pair.key);
    }
    return { ...result };
  }

  function filledIn(text: string, path: Path): string {
    return withVariables(text, variables, (index, message) => {
      doubtful.add(key(path));
      report(atCharacter(path, index), message);
    });
  }

  function at(path: Path): Position {
    const node = values.get(key(path));
    if (node || path.length === 0) return start(node);
    return at(path.slice(0, -1));
  }

  function atCharacter(path: Path, index: number): Position {
    const node = values.get(key(path));
    if (!isScalar(node) || typeof node.value !== 'string' || !node.range) return at(path);
    const [from, to] = node.range;
    return position(from + positionInScalar(source.slice(from, to), node.value, index));
  }

  const value = document.contents === null ? null : plain(document.contents, [], document.contents);
  return {
    value,
    broken: document.errors.length > 0,
    doubtful: (path) => doubtful.has(key(path)),
    has: (path) => values.has(key(path)),
    at,
    atKey: (path) => start(keys.get(key(path)) ?? values.get(key(path))),
    atCharacter,
  };
}

const key = (path: Path) => JSON.stringify(path);

/** The messages of the YAML reader, in one line and without its advice for programmers. */
function yamlFault({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here; expected one';
  const sentence = message.split('\n')[0] ?? message;
  const words = `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
  // It may quote all of the file that it did not understand.
  return `not valid YAML: ${words.length > longestYamlFault ? `${words.slice(0, longestYamlFault)}…` : words}`;
}
