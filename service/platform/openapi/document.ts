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

/** Makes the OpenAPI 3.1 description from the endpoints and resources alone. */
export function description(endpoints: readonly Endpoint[], version: string): Json {
  const components = new Components();
  components.add('schemas', 'Problem', problemSchema);
  components.add('schemas', 'FormNames', formNames);
  components.add('schemas', 'Page', pageCounts(endpoints, components));
  addResources(
    endpoints.flatMap(({ returns, lists }) => [returns, lists?.of].filter(isResource)),
    components,
  );
  const paths: Record<string, Json> = {};
  for (const endpoint of sorted(endpoints)) {
    const methods = paths[endpoint.path] ?? {};
    methods[endpoint.method.toLowerCase()] = operation(endpoint, endpoints, components);
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
    components: { securitySchemes, ...components.written() },
  };
}

/** The content type that form.ts reads. */
const formNames: Json = {
  description: 'Names of a url-encoded body: `order_id[]=1&order_id[]=2`, `order_id[0]=1`, `lines[0][part_id]=5`',
  propertyNames: { pattern: '^[^\\[\\]]+(\\[[^\\[\\]]*\\]){0,7}$' },
};

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
