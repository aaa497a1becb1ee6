import { nearest } from '../../../../lib/expressions/nearest.ts';
import type { Resource } from './resource.ts';

/** All resources by name. Relations refer to resources by name, so that the folders need not import each other. */
class Registry {
  readonly #byName = new Map<string, Resource>();

  add(resource: Resource): void {
    if (this.#byName.has(resource.name)) throw new Error(`The resource ${resource.name} is declared twice`);
    this.#byName.set(resource.name, resource);
  }

  find(name: string): Resource | undefined {
    return this.#byName.get(name);
  }

  get(name: string): Resource {
    const resource = this.#byName.get(name);
    if (resource) return resource;
    const near = nearest(name, this.#byName.keys());
    throw new Error(`There is no resource ${name}${near.length > 0 ? `; near: ${near.join(', ')}` : ''}`);
  }

  all(): IterableIterator<Resource> {
    return this.#byName.values();
  }
}

export const resources = new Registry();

/**
 * Checks that every relation leads to a resource that exists. The service calls it at start, when all declarations are loaded.
 * @throws Error that names every relation without a resource
 */
export function checkResources(): void {
  const faults: string[] = [];
  for (const resource of resources.all()) {
    for (const relation of resource.relations.values()) {
      try {
        void relation.target;
      } catch (error) {
        faults.push(`${resource.name}.${relation.name}: ${(error as Error).message}`);
      }
    }
  }
  if (faults.length > 0) throw new Error(`Resources do not fit together:\n  ${faults.join('\n  ')}`);
}
