import { z } from 'zod';
import { isResource } from '../http/answer.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { pageSchema } from '../listing/declaration/schema.ts';
import { chaptersOf, inOrder } from './chapters.ts';
import { Components, type Json } from './components.ts';
import { problemSchema } from './errors.ts';
import { about } from './introduction.ts';
import { addResources, jsonSchema } from './json-schema.ts';
import { operation } from './operation.ts';
import { operationIds } from './operation-ids.ts';
import { webhooksOf } from './webhooks.ts';

/** Makes the OpenAPI 3.1 description from the endpoints and resources alone. */
export function description(endpoints: readonly Endpoint[], version: string): Json {
  const components = new Components();
  components.add('schemas', 'Problem', problemSchema);
  components.add('schemas', 'Page', pageCounts(endpoints, components));
  addResources(
    endpoints.flatMap(({ returns, lists }) => [returns, lists?.of].filter(isResource)),
    components,
  );
  const ids = operationIds(endpoints);
  const paths: Record<string, Json> = {};
  for (const endpoint of sorted(endpoints)) {
    const methods = paths[endpoint.path] ?? {};
    methods[endpoint.method.toLowerCase()] = operation(
      { endpoint, id: ids.get(endpoint) ?? '' },
      endpoints,
      components,
    );
    paths[endpoint.path] = methods;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Conveyor',
      version,
      summary: 'Order fulfillment: orders from issue to pickup',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ basic: [] }],
    tags: chaptersOf(endpoints.map(({ path }) => path)).map(({ name, description }) => ({ name, description })),
    paths,
    webhooks: webhooksOf(components),
    components: { securitySchemes, ...components.written() },
  };
}

const securitySchemes = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'The user name is an API key or session token; the password is the same or empty.',
  },
};

const methods: readonly Endpoint['method'][] = ['GET', 'POST', 'PUT', 'DELETE'];

const sorted = (endpoints: readonly Endpoint[]) =>
  [...endpoints].sort((a, b) => inOrder(a.path, b.path) || methods.indexOf(a.method) - methods.indexOf(b.method));

/** The members of every page of a list, beside its records. */
function pageCounts(endpoints: readonly Endpoint[], components: Components): Json {
  const any = endpoints.find(({ lists }) => lists)?.lists?.of;
  if (!any) return { type: 'object' };
  const { data, ...counts } = pageSchema(any).shape;
  return jsonSchema(z.object(counts), 'output', components);
}
