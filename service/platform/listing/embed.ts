import { nearest } from '../../../lib/expressions/nearest.ts';
import { problem } from '../problems/problems.ts';
import { leadsBack, type Relation } from './declaration/relation.ts';
import type { Resource } from './declaration/resource.ts';
import { everything, type ReadAccess, unreadable } from './read-access.ts';

/** The related objects to embed, by name, each with the objects to embed in it. */
export type EmbedTree = ReadonlyMap<string, Embed>;

/** Returns the names of the relations that are embedded in the records themselves, for refusals. */
export const embeddedNames = (tree: EmbedTree): string => [...tree.keys()].join(',');

export interface Embed {
  readonly relation: Relation;
  readonly embed: EmbedTree;
  /** True if the caller may see only the fields that identify the records. */
  readonly brief: boolean;
}

/** The greatest number of relations in a path, and of related objects in a request. */
export const embedLimits = { depth: 5, objects: 30 } as const;

/**
 * Merges the paths of `embed` into a tree: `lines.part,lines.work` embeds lines once. A path embeds every relation in it.
 * @param readAccess limits the relations
 * @param shows paths that every reader of the record sees
 * @throws Problem `query.unknown-relation` with the nearest names; `query.leads-back`; `permission.missing` if the caller may not list the records
 */
export function embedTree(
  resource: Resource,
  paths: readonly string[],
  readAccess: ReadAccess | null,
  shows: readonly string[] = [],
): EmbedTree {
  const root = new Map<string, Embed>();
  let objects = 0;
  for (const [index, path] of [...shows, ...paths].entries()) {
    const asking = index < shows.length ? everything : readAccess;
    const names = path.split('.');
    if (names.length > embedLimits.depth) {
      throw problem('query.invalid-value', `embed=${path} chains more than ${embedLimits.depth} relations.`, {
        parameter: 'embed',
      });
    }
    let at = resource;
    let tree = root;
    let before: { origin: Resource; relation: Relation } | null = null;
    for (const [depth, name] of names.entries()) {
      let embed = tree.get(name);
      if (!embed || (embed.brief && depth < names.length - 1)) {
        const relation = at.relations.get(name) ?? unknownRelation(at, name, path);
        if (before && leadsBack(before.origin, before.relation, relation)) throw back(path, before.relation, relation);
        embed = readable(relation, asking, depth === names.length - 1);
        tree.set(name, embed);
        objects += 1;
      }
      before = { origin: at, relation: embed.relation };
      at = embed.relation.target;
      tree = embed.embed as Map<string, Embed>;
    }
  }
  if (objects > embedLimits.objects) {
    throw problem(
      'query.invalid-value',
      `embed names ${objects} related objects. The limit is ${embedLimits.objects}.`,
      {
        parameter: 'embed',
      },
    );
  }
  return root;
}

/** Returns the names of the resources whose records an embed shows whole. Their readers need the permission to list them. */
export function embeddedResources(tree: EmbedTree): string[] {
  const names = new Set<string>();
  for (const { relation, embed, brief } of tree.values()) {
    if (!brief) names.add(relation.target.name);
    for (const name of embeddedResources(embed)) names.add(name);
  }
  return [...names];
}

/**
 * Returns the embed of a relation, without hidden fields if the caller may not list its records.
 * @param last true if the path ends with this relation
 */
function readable(relation: Relation, readAccess: ReadAccess | null, last: boolean): Embed {
  const { name, target } = relation;
  const permission = readAccess?.lacks(target.name) ?? null;
  if (permission === null) return { relation, embed: new Map(), brief: false };
  if (last && target.brief) return { relation: { ...relation, target: target.brief }, embed: new Map(), brief: true };
  throw unreadable({ permission, parameter: 'embed', name, resource: target.name });
}

/** The first records of the path would appear in each of the records that it leads to. */
function back(path: string, before: Relation, relation: Relation) {
  const detail = `"${relation.name}" leads back from "${before.name}" to the records that it comes from (embed=${path}). End the path before it, or list the related records at their own address with a filter.`;
  return problem('query.leads-back', detail, { parameter: 'embed', name: relation.name });
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
