import { routes as carrierRoutes } from '../../../../service/carriers/routes.ts';
import { routes as cartontypeRoutes } from '../../../../service/carton-types/routes.ts';
import { routes as chargeRoutes } from '../../../../service/charges/routes.ts';
import { routes as customerRoutes } from '../../../../service/customers/routes.ts';
import { routes as jobRoutes } from '../../../../service/jobs/routes.ts';
import { routes as locationRoutes } from '../../../../service/locations/routes.ts';
import { draftRoutes } from '../../../../service/orders/drafts/routes.ts';
import { routes as partRoutes } from '../../../../service/parts/routes.ts';
import type { Endpoint } from '../../../../service/platform/http/endpoint.ts';
import { routes as quoteRoutes } from '../../../../service/quotes/routes.ts';
import { routes as siteRoutes } from '../../../../service/sites/routes.ts';
import { routes as sourceRoutes } from '../../../../service/sources/routes.ts';
import { type Answer, startTestService, type TestService } from '../http/bare-service.ts';

/** A service with the business records, on its own database, and short functions to call it. */
export interface Shop {
  readonly service: TestService;
  get(url: string): Promise<Answer>;
  post(url: string, body?: object): Promise<Answer>;
  put(url: string, body: object): Promise<Answer>;
  remove(url: string): Promise<Answer>;
  /** Creates a record. @returns its id @throws Error for a status other than 201 */
  make(url: string, body: object): Promise<number>;
  /** Returns the events since the last call, with the ids of their records. */
  news(): Promise<string[]>;
  close(): Promise<void>;
}

const endpoints: Endpoint[] = [
  ...carrierRoutes,
  ...cartontypeRoutes,
  ...chargeRoutes,
  ...customerRoutes,
  ...jobRoutes,
  ...locationRoutes,
  ...draftRoutes,
  ...partRoutes,
  ...quoteRoutes,
  ...siteRoutes,
  ...sourceRoutes,
];

/** Starts a service on a new database. */
export async function openShop(): Promise<Shop> {
  const service = await startTestService({ endpoints });
  const shop: Shop = {
    service,
    get: (url) => service.call({ url }),
    post: (url, body) => service.call({ method: 'POST', url, ...(body && { payload: body }) }),
    put: (url, body) => service.call({ method: 'PUT', url, payload: body }),
    remove: (url) => service.call({ method: 'DELETE', url }),
    async make(url, body) {
      const answer = await shop.post(url, body);
      if (answer.status !== 201) throw new Error(`POST ${url}: ${answer.status} ${answer.text}`);
      return answer.body.id;
    },
    async news() {
      const { rows } = await service.test.pool.query(`
        with logged as (delete from event_log returning id, event_id, object_id)
        select e.name || ' ' || l.object_id as news from logged l join event e on e.id = l.event_id order by l.id`);
      return rows.map((row) => row.news);
    },
    close: () => service.close(),
  };
  return shop;
}
