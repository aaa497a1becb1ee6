import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { consolePath } from './ground/client.ts';
import { Frame } from './ground/frame.tsx';

/** The pages by their addresses. Each page but the frame is loaded when somebody opens it. */

const root = createRootRoute();

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./sign-in/page.tsx'), 'SignInPage'),
});

const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame });

const today = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => import('./today/page.tsx'), 'TodayPage'),
});

const orders = createRoute({
  getParentRoute: () => frame,
  path: '/orders',
  validateSearch: ({ filter }): { filter?: string } => (typeof filter === 'string' && filter !== '' ? { filter } : {}),
  component: lazyRouteComponent(() => import('./orders/page.tsx'), 'OrdersPage'),
});

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([signIn, unknown, frame.addChildren([today, orders])]),
  basepath: consolePath,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
