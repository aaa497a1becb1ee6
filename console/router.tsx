import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { newRunAddress, outcomesAddress, pageOf } from './bulk-runs/address.ts';
import { loaded } from './faults/load.ts';
import { PageFault } from './faults/page-fault.tsx';
import { permittedPage } from './faults/permitted.tsx';
import { consolePath } from './ground/client.ts';
import { Frame } from './ground/frame.tsx';
import { queries } from './ground/queries.ts';
import { sessionQuery } from './ground/session.ts';
import { orderSearch } from './order/search.ts';
import { ordersAddress } from './orders/address.ts';
import { rulesAddress } from './rules/address.ts';
import { TodayPage } from './today/page.tsx';
import { logAddress } from './webhooks/log/address.ts';
import { workAddress } from './work/start/address.ts';

/** The pages by their addresses. All but Today are loaded when somebody opens them. */

const root = createRootRoute();

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => loaded(() => import('./sign-in/page.tsx')), 'SignInPage'),
});

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: Frame,
  // Beside the code of the page, which waits for it.
  loader: () => void queries.prefetchQuery(sessionQuery),
});

const today = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: TodayPage,
});

const orders = createRoute({
  getParentRoute: () => frame,
  path: '/orders',
  validateSearch: ordersAddress,
  component: permittedPage(
    { needs: 'salesorder.read', title: (texts) => texts.orders.title, load: () => import('./orders/page.tsx') },
    'OrdersPage',
  ),
});

const order = createRoute({
  getParentRoute: () => frame,
  path: '/orders/$id',
  validateSearch: orderSearch,
  component: permittedPage(
    { needs: 'salesorder.read', title: (texts) => texts.orders.title, load: () => import('./order/page.tsx') },
    'OrderPage',
  ),
});

const bulkRuns = createRoute({
  getParentRoute: () => frame,
  path: '/bulkruns',
  validateSearch: pageOf,
  component: permittedPage(
    { needs: 'bulkrun.read', title: (texts) => texts.bulkRuns.title, load: () => import('./bulk-runs/list-page.tsx') },
    'BulkRunsPage',
  ),
});

const bulkRun = createRoute({
  getParentRoute: () => frame,
  path: '/bulkruns/$id',
  validateSearch: outcomesAddress,
  component: permittedPage(
    { needs: 'bulkrun.read', title: (texts) => texts.bulkRuns.title, load: () => import('./bulk-runs/page.tsx') },
    'BulkRunPage',
  ),
});

const newBulkRun = createRoute({
  getParentRoute: () => frame,
  path: '/bulkruns/new',
  validateSearch: newRunAddress,
  component: permittedPage(
    { needs: 'bulkrun.create', title: (texts) => texts.bulkRuns.title, load: () => import('./bulk-runs/new-page.tsx') },
    'NewBulkRunPage',
  ),
});

const rules = createRoute({
  getParentRoute: () => frame,
  path: '/rules',
  validateSearch: rulesAddress,
  component: permittedPage(
    { needs: 'config.read', title: (texts) => texts.navigation.rules, load: () => import('./rules/page.tsx') },
    'RulesPage',
  ),
});

const work = createRoute({
  getParentRoute: () => frame,
  path: '/work',
  validateSearch: workAddress,
  component: lazyRouteComponent(() => loaded(() => import('./work/start/page.tsx')), 'WorkPage'),
});

const scanTest = createRoute({
  getParentRoute: () => frame,
  path: '/work/scan-test',
  component: lazyRouteComponent(() => loaded(() => import('./scanner/scan-test/page.tsx')), 'ScanTestPage'),
});

const workPick = createRoute({
  getParentRoute: () => frame,
  path: '/work/pick/$id',
  component: permittedPage(
    { needs: 'pick.read', title: (texts) => texts.navigation.work, load: () => import('./work/pick/page.tsx') },
    'PickPage',
  ),
});

const workPack = createRoute({
  getParentRoute: () => frame,
  path: '/work/pack/$id',
  component: permittedPage(
    { needs: 'pack.read', title: (texts) => texts.navigation.work, load: () => import('./work/pack/page.tsx') },
    'PackPage',
  ),
});

const workShip = createRoute({
  getParentRoute: () => frame,
  path: '/work/ship/$id',
  component: permittedPage(
    { needs: 'ship.read', title: (texts) => texts.navigation.work, load: () => import('./work/ship/page.tsx') },
    'ShipPage',
  ),
});

const webhooks = createRoute({
  getParentRoute: () => frame,
  path: '/setup/webhooks',
  validateSearch: pageOf,
  component: permittedPage(
    {
      needs: 'webhook.read',
      title: (texts) => texts.navigation.webhooks,
      load: () => import('./webhooks/list-page.tsx'),
    },
    'WebhooksPage',
  ),
});

const newWebhook = createRoute({
  getParentRoute: () => frame,
  path: '/setup/webhooks/new',
  component: permittedPage(
    {
      needs: 'webhook.create',
      title: (texts) => texts.navigation.webhooks,
      load: () => import('./webhooks/new-page.tsx'),
    },
    'NewWebhookPage',
  ),
});

const webhookLog = createRoute({
  getParentRoute: () => frame,
  path: '/setup/webhooks/log',
  validateSearch: logAddress,
  component: permittedPage(
    {
      needs: 'webhooklog.read',
      title: (texts) => texts.navigation.webhookLog,
      load: () => import('./webhooks/log/page.tsx'),
    },
    'WebhookLogPage',
  ),
});

const webhook = createRoute({
  getParentRoute: () => frame,
  path: '/setup/webhooks/$id',
  component: permittedPage(
    { needs: 'webhook.read', title: (texts) => texts.navigation.webhooks, load: () => import('./webhooks/page.tsx') },
    'WebhookPage',
  ),
});

const me = createRoute({
  getParentRoute: () => frame,
  path: '/me',
  component: lazyRouteComponent(() => loaded(() => import('./me/page.tsx')), 'MePage'),
});

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    unknown,
    frame.addChildren([
      ...[today, orders, order, bulkRuns, newBulkRun, bulkRun, rules, me],
      ...[work, scanTest, workPick, workPack, workShip],
      ...[webhooks, newWebhook, webhookLog, webhook],
    ]),
  ]),
  basepath: consolePath,
  defaultPreload: 'intent',
  defaultErrorComponent: PageFault,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
