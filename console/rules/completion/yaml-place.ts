import { yamlLanguage } from '@codemirror/lang-yaml';
import type { SyntaxNode } from '@lezer/common';

/** A place in a YAML text: the keys that lead to it, and the possible entries. The text may break off anywhere. */

export interface YamlPlace {
  /** The keys from the top of the file. `[]` stands for an item of a list. */
  readonly path: readonly string[];
  readonly expects: 'key' | 'value';
  /** The beginning of the typed text: of a key, or of the whole value. */
  readonly from: number;
  /** The typed part so far. */
  readonly typed: string;
  /** The existing keys beside it. */
  readonly beside: readonly string[];
}

/** Returns where a place of a text is; null in a comment. */
export function placeInYaml(text: string, at: number): YamlPlace | null {
  // The tree has no node for a key or a value without text. A letter at the place gives it one.
  const filled = `${text.slice(0, at)}x${text.slice(at)}`;
  const node = innermostAt(filled, at);
  if (node.name === 'Comment') return null;
  const nameOf = (key: SyntaxNode) => filled.slice(key.from, key.to).replace(/^(["'])(.*)\1$/, '$2');
  const mapping = mappingOf(node);
  return {
    path: pathTo(mapping ?? node, nameOf),
    expects: mapping || isBeginOfBlock(node, filled) ? 'key' : 'value',
    from: node.from,
    typed: text.slice(node.from, at),
    beside: mapping ? keysBeside(mapping, node).map(nameOf) : [],
  };
}

function innermostAt(text: string, at: number): SyntaxNode {
  const cursor = yamlLanguage.parser.parse(text).cursor();
  let found = cursor.node;
  // `resolveInner` misses a block that begins with comments: the parser gives it a wrong beginning.
  do {
    if (cursor.from <= at && at < cursor.to && cursor.to - cursor.from <= found.to - found.from) found = cursor.node;
  } while (cursor.next());
  return found;
}

/** Returns the mapping of a key node, with or without its colon; null for a value. */
function mappingOf(node: SyntaxNode): SyntaxNode | null {
  // The parser skips a lone word between two pairs.
  const pair = node.type.isError ? node : node.parent?.name === 'Key' ? node.parent.parent : null;
  const mapping = pair?.parent ?? null;
  // In an open list, a value without a comma is the key of a mapping without brackets.
  const isListItem = mapping?.name === 'FlowMapping' && mapping.firstChild?.name !== '{';
  return mapping && /^(Block|Flow)Mapping$/.test(mapping.name) && !isListItem ? mapping : null;
}

function pathTo(node: SyntaxNode, nameOf: (key: SyntaxNode) => string): string[] {
  const path: string[] = [];
  for (let outer: SyntaxNode | null = node; outer; outer = outer.parent) {
    const key = outer.name === 'Pair' && outer.getChild('Key');
    if (key && !(key.from <= node.from && node.to <= key.to)) path.unshift(nameOf(key));
    else if (outer.name === 'Item') path.unshift('[]');
  }
  return path;
}

/** Returns whether a text without a colon can become the first key of a block: it begins an item or a line, outside of brackets. */
function isBeginOfBlock({ from, name, parent }: SyntaxNode, text: string): boolean {
  if (name !== 'Literal' || !parent) return false;
  if (parent.name === 'Pair') {
    const isFlow = parent.parent?.name === 'FlowMapping';
    return !isFlow && text.slice(parent.from, from).includes('\n');
  }
  return parent.name === 'Document' || parent.parent?.name === 'BlockSequence';
}

const keysBeside = (mapping: SyntaxNode, node: SyntaxNode): SyntaxNode[] =>
  mapping
    .getChildren('Pair')
    .flatMap((pair) => pair.getChildren('Key'))
    .filter((key) => key.to < node.from || key.from > node.to);
