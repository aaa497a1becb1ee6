import { nearest } from '../../expressions/nearest.ts';
import { problem } from '../problems.ts';
import type { Relation } from './relation.ts';
import type { Resource } from './resource.ts';

/** The related objects to embed, by name; each with those to embed in it. */
export type EmbedTree = ReadonlyMap<string, Embed>;

export interface Embed {
  readonly relation: Relation;
  readonly embed: EmbedTree;
}

/** A chain goes over this many relations at most, and a request names this many related objects at most. */
export const embedLimits = { depth: 5, objects: 30 } as const;

/**
 * Merges the paths of `embed` into a tree: `lines.part,lines.work` embeds lines once. A chain embeds everything on its way.
 * @throws Problem `query.unknown-relation` with the nearest names
 */
export function embedTree(resource: Resource, paths: readonly string[]): EmbedTree {
  const root = new Map<string, Embed>();
  let objects = 0;
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > embedLimits.depth) {
      throw problem('query.invalid-value', `embed=${path} chains more than ${embedLimits.depth} relations.`, {
        parameter: 'embed',
      });
    }
    let at = resource;
    let tree = root;
    for (const name of names) {
      let embed = tree.get(name);
      if (!embed) {
        const relation = at.relations.get(name) ?? unknownRelation(at, name, path);
        embed = { relation, embed: new Map<string, Embed>() };
        tree.set(name, embed);
        objects += 1;
      }
      at = embed.relation.target;
      tree = embed.embed as Map<string, Embed>;
    }
  }
  if (objects > embedLimits.objects) {
    throw problem('query.invalid-value', `embed names ${objects} related objects; at most ${embedLimits.objects} go.`, {
      parameter: 'embed',
    });
  }
  return root;
}

function unknownRelation(resource: Resource, name: string, path: string): never {
  const known = [...resource.relations.keys()];
  const near = nearest(name, known);
  const all = known.length > 0 ? `It can embed: ${known.join(', ')}.` : 'It can embed nothing.';
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : all;
  throw problem('query.unknown-relation', `${resource.name} has no relation "${name}" (embed=${path}). ${hint}`, {
    parameter: 'embed',
    name,
    nearest: near,
  });
}
