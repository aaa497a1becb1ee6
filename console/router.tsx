import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { outcomesAddress, pageOf } from './bulk-runs/address.ts';
import { consolePath } from './ground/client.ts';
import { Frame } from './ground/frame.tsx';
import { MePage } from './me/page.tsx';
import { ordersAddress } from './orders/address.ts';
import { SignInPage } from './sign-in/page.tsx';
import { TodayPage } from './today/page.tsx';

/** The pages by their addresses. The large ones are loaded when somebody opens them; a file for each small one would be a request more. */

const root = createRootRoute();

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
});

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });

const today = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: TodayPage,
});

const orders = createRoute({
  getParentRoute: () => frame,
  path: '/orders',
  validateSearch: ordersAddress,
  component: lazyRouteComponent(() => import('./orders/page.tsx'), 'OrdersPage'),
});

const order = createRoute({
  getParentRoute: () => frame,
  path: '/orders/$id',
  component: lazyRouteComponent(() => import('./order/page.tsx'), 'OrderPage'),
});

const bulkRuns = createRoute({
  getParentRoute: () => frame,
  path: '/bulkruns',
  validateSearch: pageOf,
  component: lazyRouteComponent(() => import('./bulk-runs/list-page.tsx'), 'BulkRunsPage'),
});

const bulkRun = createRoute({
  getParentRoute: () => frame,
  path: '/bulkruns/$id',
  validateSearch: outcomesAddress,
  component: lazyRouteComponent(() => import('./bulk-runs/page.tsx'), 'BulkRunPage'),
});

const me = createRoute({
  getParentRoute: () => frame,
  path: '/me',
  component: MePage,
});

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([signIn, unknown, frame.addChildren([today, orders, order, bulkRuns, bulkRun, me])]),
  basepath: consolePath,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
