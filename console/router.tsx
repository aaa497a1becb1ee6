import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { newRunAddress, outcomesAddress, pageOf } from './bulk-runs/address.ts';
import { loaded } from './faults/load.ts';
import { PageFault } from './faults/page-fault.tsx';
import { type PageOptions, permittedPage } from './faults/permitted.tsx';
import { consolePath } from './ground/client.ts';
import { Frame } from './ground/frame.tsx';
import { queries } from './ground/queries.ts';
import { sessionQuery } from './ground/session.ts';
import { orderSearch } from './order/search.ts';
import { ordersAddress } from './orders/address.ts';
import { rulesAddress } from './rules/address.ts';
import { permissionsAddress } from './setup/people/permissions/address.ts';
import { recordsAddress } from './setup/records/address.ts';
import type { Texts } from './texts/en.ts';
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

const returnOrders = createRoute({
  getParentRoute: () => frame,
  path: '/returns',
  validateSearch: recordsAddress,
  component: permittedPage(
    {
      needs: 'returnorder.read',
      title: (texts) => texts.navigation.returns,
      load: () => import('./returns/list-page.tsx'),
    },
    'ReturnsPage',
  ),
});

const returnOrder = createRoute({
  getParentRoute: () => frame,
  path: '/returns/$id',
  component: permittedPage(
    { needs: 'returnorder.read', title: (texts) => texts.navigation.returns, load: () => import('./returns/page.tsx') },
    'ReturnPage',
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

const schedules = createRoute({
  getParentRoute: () => frame,
  path: '/schedules',
  component: permittedPage(
    {
      needs: 'schedule.read',
      title: (texts) => texts.navigation.schedules,
      load: () => import('./schedules/list-page.tsx'),
    },
    'SchedulesPage',
  ),
});

const schedule = createRoute({
  getParentRoute: () => frame,
  path: '/schedules/$name',
  component: permittedPage(
    {
      needs: 'schedule.read',
      title: (texts) => texts.navigation.schedules,
      load: () => import('./schedules/page.tsx'),
    },
    'SchedulePage',
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

const setup = createRoute({
  getParentRoute: () => frame,
  path: '/setup',
  component: lazyRouteComponent(() => loaded(() => import('./setup/page.tsx')), 'SetupPage'),
});

/** Returns the list of a kind of record. Its search, its order and its page are in the address. */
const listOf = <const Path extends string, Module extends Record<string, ComponentType>>(
  path: Path,
  name: keyof Module & string,
  options: PageOptions<Module>,
) =>
  createRoute({
    getParentRoute: () => frame,
    path,
    validateSearch: recordsAddress,
    component: permittedPage(options, name),
  });

/** Returns a page of Setup whose address has nothing but its path. */
const setupPage = <const Path extends string, Module extends Record<string, ComponentType>>(
  path: Path,
  name: keyof Module & string,
  options: PageOptions<Module>,
) => createRoute({ getParentRoute: () => frame, path, component: permittedPage(options, name) });

const ofSites = { title: (texts: Texts) => texts.navigation.sites, load: () => import('./setup/sites/pages.tsx') };
const sites = listOf('/setup/sites', 'SitesPage', { needs: 'site.read', ...ofSites });
const newSite = setupPage('/setup/sites/new', 'NewSitePage', { needs: 'site.create', ...ofSites });
const site = setupPage('/setup/sites/$id', 'SitePage', { needs: 'site.read', ...ofSites });

const ofLocations = {
  title: (texts: Texts) => texts.navigation.locations,
  load: () => import('./setup/locations/pages.tsx'),
};
const locations = listOf('/setup/locations', 'LocationsPage', { needs: 'location.read', ...ofLocations });
const newLocation = setupPage('/setup/locations/new', 'NewLocationPage', { needs: 'location.create', ...ofLocations });
const location = setupPage('/setup/locations/$id', 'LocationPage', { needs: 'location.read', ...ofLocations });

const ofCarriers = {
  title: (texts: Texts) => texts.navigation.carriers,
  load: () => import('./setup/carriers/pages.tsx'),
};
const carriers = listOf('/setup/carriers', 'CarriersPage', { needs: 'carrier.read', ...ofCarriers });
const newCarrier = setupPage('/setup/carriers/new', 'NewCarrierPage', { needs: 'carrier.create', ...ofCarriers });
const carrier = setupPage('/setup/carriers/$id', 'CarrierPage', { needs: 'carrier.read', ...ofCarriers });

const ofCartonTypes = {
  title: (texts: Texts) => texts.navigation.cartonTypes,
  load: () => import('./setup/carton-types/pages.tsx'),
};
const cartonTypes = listOf('/setup/carton-types', 'CartonTypesPage', { needs: 'cartontype.read', ...ofCartonTypes });
const newCartonType = setupPage('/setup/carton-types/new', 'NewCartonTypePage', {
  needs: 'cartontype.create',
  ...ofCartonTypes,
});
const cartonType = setupPage('/setup/carton-types/$id', 'CartonTypePage', {
  needs: 'cartontype.read',
  ...ofCartonTypes,
});

const config = setupPage('/setup/config', 'ConfigPage', {
  needs: 'config.read',
  title: (texts) => texts.navigation.config,
  load: () => import('./setup/config/page.tsx'),
});

const verify = setupPage('/setup/verify', 'VerifyPage', {
  needs: 'verify.read',
  title: (texts) => texts.navigation.verify,
  load: () => import('./setup/verify/page.tsx'),
});

const ofUsers = { title: (texts: Texts) => texts.navigation.users };
const users = listOf('/setup/users', 'UsersPage', {
  ...{ needs: 'user.read', ...ofUsers },
  load: () => import('./setup/people/users/list-page.tsx'),
});
const newUser = setupPage('/setup/users/new', 'NewUserPage', {
  ...{ needs: 'user.create', ...ofUsers },
  load: () => import('./setup/people/users/new-page.tsx'),
});
const user = setupPage('/setup/users/$id', 'UserPage', {
  ...{ needs: 'user.read', ...ofUsers },
  load: () => import('./setup/people/users/page.tsx'),
});

const ofGroups = { title: (texts: Texts) => texts.navigation.groups };
const groups = listOf('/setup/groups', 'GroupsPage', {
  ...{ needs: 'usergroup.read', ...ofGroups },
  load: () => import('./setup/people/groups/list-page.tsx'),
});
const newGroup = setupPage('/setup/groups/new', 'NewGroupPage', {
  ...{ needs: 'usergroup.create', ...ofGroups },
  load: () => import('./setup/people/groups/new-page.tsx'),
});
const group = setupPage('/setup/groups/$id', 'GroupPage', {
  ...{ needs: 'usergroup.read', ...ofGroups },
  load: () => import('./setup/people/groups/page.tsx'),
});

/** The list of permissions is not secret: every user may read it. */
const permissions = createRoute({
  getParentRoute: () => frame,
  path: '/setup/permissions',
  validateSearch: permissionsAddress,
  component: lazyRouteComponent(() => loaded(() => import('./setup/people/permissions/page.tsx')), 'PermissionsPage'),
});

const sessions = createRoute({
  getParentRoute: () => frame,
  path: '/setup/sessions',
  validateSearch: pageOf,
  component: permittedPage(
    {
      needs: 'session.read',
      title: (texts) => texts.navigation.sessions,
      load: () => import('./setup/people/sessions/page.tsx'),
    },
    'SessionsPage',
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
      ...[schedules, schedule],
      ...[returnOrders, returnOrder],
      ...[work, scanTest, workPick, workPack, workShip],
      ...[webhooks, newWebhook, webhookLog, webhook],
      ...[setup, config, verify],
      ...[sites, newSite, site],
      ...[locations, newLocation, location],
      ...[carriers, newCarrier, carrier],
      ...[cartonTypes, newCartonType, cartonType],
      ...[users, newUser, user, groups, newGroup, group],
      ...[permissions, sessions],
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
