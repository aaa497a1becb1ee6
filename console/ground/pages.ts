import {
  IconArrowBackUp,
  IconBarcode,
  IconBox,
  IconBuildingWarehouse,
  IconCalendarClock,
  IconDeviceDesktop,
  IconFileSettings,
  IconKey,
  IconListCheck,
  IconMapPin,
  IconPackage,
  IconSettings,
  IconShieldCheck,
  IconStack2,
  IconTruck,
  IconTruckDelivery,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';

/** A user who may read one of these has something to do. */
const ofWork = ['pick.read', 'pack.read', 'ship.read', 'pickup.read'];

/**
 * The pages that set Conveyor up. The navigation shows the pages for `setup` only on one of these pages: few people
 * need them, and not every day.
 */
const ofSetup = [
  { to: '/setup/users', icon: IconUsers, name: 'users', press: 'g u', needs: ['user.read'], shownIn: 'setup' },
  {
    to: '/setup/groups',
    icon: IconUsersGroup,
    name: 'groups',
    press: null,
    needs: ['usergroup.read'],
    shownIn: 'setup',
  },
  {
    to: '/setup/permissions',
    icon: IconKey,
    name: 'permissions',
    press: null,
    needs: ['user.read', 'usergroup.read'],
    shownIn: 'setup',
  },
  {
    to: '/setup/sessions',
    icon: IconDeviceDesktop,
    name: 'sessions',
    press: null,
    needs: ['session.read'],
    shownIn: 'setup',
  },
  {
    to: '/setup/sites',
    icon: IconBuildingWarehouse,
    name: 'sites',
    press: null,
    needs: ['site.read'],
    shownIn: 'setup',
  },
  {
    to: '/setup/locations',
    icon: IconMapPin,
    name: 'locations',
    press: null,
    needs: ['location.read'],
    shownIn: 'setup',
  },
  { to: '/setup/carriers', icon: IconTruck, name: 'carriers', press: null, needs: ['carrier.read'], shownIn: 'setup' },
  {
    to: '/setup/carton-types',
    icon: IconBox,
    name: 'cartonTypes',
    press: null,
    needs: ['cartontype.read'],
    shownIn: 'setup',
  },
  {
    to: '/setup/config',
    icon: IconFileSettings,
    name: 'config',
    press: null,
    needs: ['config.read'],
    shownIn: 'setup',
  },
  {
    to: '/setup/verify',
    icon: IconShieldCheck,
    name: 'verify',
    press: null,
    needs: ['verify.read'],
    shownIn: 'setup',
  },
  {
    to: '/setup/webhooks',
    icon: IconWebhook,
    name: 'webhooks',
    press: 'g h',
    needs: ['webhook.read'],
    shownIn: 'navigation',
  },
  {
    to: '/setup/webhooks/log',
    icon: IconWebhook,
    name: 'webhookLog',
    press: 'g l',
    needs: ['webhooklog.read'],
    shownIn: 'palette',
  },
] as const;

/** Users who work with sites, locations, carriers or carton types may read them without setting anything up. */
const recordsOfWork: readonly string[] = ['site.read', 'location.read', 'carrier.read', 'cartontype.read'];
const needsOfSetup: readonly string[] = ofSetup.flatMap(({ needs }) =>
  needs.flatMap((one) =>
    recordsOfWork.includes(one) ? ['create', 'update'].map((verb) => one.replace('read', verb)) : one,
  ),
);

/**
 * The pages of navigation, keys and palette. A page needs one of its permissions: without any, it has nothing to
 * show.
 */
export const pages = [
  { to: '/', icon: IconTruckDelivery, name: 'today', press: 'g t', needs: null, shownIn: 'navigation' },
  { to: '/orders', icon: IconPackage, name: 'orders', press: 'g o', needs: ['salesorder.read'], shownIn: 'navigation' },
  { to: '/work', icon: IconBarcode, name: 'work', press: 'g w', needs: ofWork, shownIn: 'navigation' },
  {
    to: '/returns',
    icon: IconArrowBackUp,
    name: 'returns',
    press: 'g e',
    needs: ['returnorder.read'],
    shownIn: 'navigation',
  },
  { to: '/bulkruns', icon: IconStack2, name: 'bulkRuns', press: 'g b', needs: ['bulkrun.read'], shownIn: 'navigation' },
  {
    to: '/schedules',
    icon: IconCalendarClock,
    name: 'schedules',
    press: 'g s',
    needs: ['schedule.read'],
    shownIn: 'navigation',
  },
  { to: '/rules', icon: IconListCheck, name: 'rules', press: 'g r', needs: ['config.read'], shownIn: 'navigation' },
  { to: '/setup', icon: IconSettings, name: 'setup', press: 'g p', needs: needsOfSetup, shownIn: 'navigation' },
  ...ofSetup,
  { to: '/me', icon: IconUser, name: 'me', press: 'g m', needs: null, shownIn: 'palette' },
] as const;

export type Page = (typeof pages)[number];

/** Whether a page is for setup. The navigation groups these pages. */
export const isOfSetup = ({ to }: Page): boolean => isPathOfSetup(to);

/** Whether a path is the overview of Setup or below it. */
export const isPathOfSetup = (path: string): boolean => path === '/setup' || path.startsWith('/setup/');

/** Returns whether a page has something to show. @param permits whether the user has a permission */
export const isOffered = ({ needs }: Page, permits: (needed: string) => boolean): boolean =>
  needs === null || needs.some(permits);
