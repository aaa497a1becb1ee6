import { shownInDeliveries } from '../events/embedded.ts';
import { type EventName, eventNames } from '../events/events.ts';
import { resources } from '../listing/declaration/registry.ts';
import type { Resource } from '../listing/declaration/resource.ts';
import { Components, type Json, reference } from './components.ts';
import { addResources, schemaName } from './json-schema.ts';
import { capitalized } from './operation.ts';

/** The deliveries of webhooks: one for each event, with the record as its body. */

/** Events whose record is not named by their first word. */
const otherObjects: Readonly<Record<string, string>> = { inventory: 'inventorymovement' };

/** Returns the member `webhooks` of the description. */
export function webhooksOf(components: Components): Record<string, Json> {
  const known = new Map([...resources.all()].map((resource) => [resource.name, resource]));
  return Object.fromEntries(
    eventNames.flatMap((event) => {
      const [word = ''] = event.split('.', 1);
      const of = known.get(otherObjects[word] ?? word);
      return of ? [[event, { post: delivery(event, of, components) }]] : [];
    }),
  );
}

function delivery(event: EventName, of: Resource, components: Components): Json {
  const [word = '', verb = ''] = event.split('.');
  const object = schemaName(known(word) ?? of);
  return {
    operationId: `receive${object}${capitalized(verb)}`,
    summary: `The event ${event}`,
    description:
      'The body is the record at the time of the event. A status of 2xx ends the delivery; any other is tried again.',
    security: [],
    // openapi-generator would make a call of it, in code that does not compile.
    'x-internal': true,
    requestBody: { required: true, content: { 'application/json': { schema: bodyOf(of, components) } } },
    responses: {
      204: components.add('responses', 'Received', { description: 'Received. Every status of 2xx is accepted' }),
    },
  };
}

const known = (name: string) => [...resources.all()].find((resource) => resource.name === name);

/** Returns the schema of a record, with the relations and the orders that its deliveries always have. */
function bodyOf(of: Resource, components: Components): Json {
  const name = schemaName(of);
  if (!components.has('schemas', name)) return schemaOf(of);
  const shown = shownInDeliveries[of.name];
  if (!shown) return reference('schemas', name);
  const orders = { type: 'array', items: { type: 'integer', format: 'int64' }, description: 'The orders of the event' };
  const more = { type: 'object', properties: { order_ids: orders }, required: [...shown, 'order_ids'] };
  // Not a component: oapi-codegen leaves out those that no operation uses.
  return { allOf: [reference('schemas', name), more] };
}

/** Returns the schema of a record that no call answers. oapi-codegen leaves out components that no call uses. */
function schemaOf(of: Resource): Json {
  const own = new Components();
  addResources([of], own);
  return own.get('schemas', schemaName(of)) ?? {};
}
