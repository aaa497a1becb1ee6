import type { Client, NewDocument } from '../../../client/browser.ts';
import { both } from '../../orders/search/text.ts';
import { types } from './location.ts';

/** Labels that the service makes at once. */
export const mostLabels = 10_000;

/** The locations that have labels: a carton has a carton label. */
export const withLabels = `locationtype_id != ${types.carton}`;

/** Returns the request for the labels of all locations that match an expression, in walking order. @param filter undefined for all */
export const labelsOf =
  (filter: string | undefined) =>
  async ({ location }: Client): Promise<NewDocument> => {
    const ids: number[] = [];
    for await (const { id } of location.each({ filter: both(filter, withLabels), sort: 'site_id,name', fields: 'id' }))
      ids.push(id);
    return { kind: 'locationlabel', location_id: ids };
  };

/** Returns the request for the label of one location. */
export const labelOf = (id: number) => (): NewDocument => ({ kind: 'locationlabel', location_id: [id] });
