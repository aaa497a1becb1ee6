import {
  IconBarcode,
  IconListCheck,
  IconPackage,
  IconStack2,
  IconTruckDelivery,
  IconUser,
  IconWebhook,
} from '@tabler/icons-react';

/** A user who may read one of these has something to do. */
const ofWork = ['pick.read', 'pack.read', 'ship.read', 'pickup.read'];

/** The pages to which navigation, keys and palette lead, with the permissions of which one is needed: without any, a page has nothing to show. */
export const pages = [
  { to: '/', icon: IconTruckDelivery, name: 'today', press: 'g t', needs: null, isInNavigation: true },
  { to: '/orders', icon: IconPackage, name: 'orders', press: 'g o', needs: ['salesorder.read'], isInNavigation: true },
  { to: '/work', icon: IconBarcode, name: 'work', press: 'g w', needs: ofWork, isInNavigation: true },
  { to: '/bulkruns', icon: IconStack2, name: 'bulkRuns', press: 'g b', needs: ['bulkrun.read'], isInNavigation: true },
  { to: '/rules', icon: IconListCheck, name: 'rules', press: 'g r', needs: ['config.read'], isInNavigation: true },
  {
    to: '/setup/webhooks',
    icon: IconWebhook,
    name: 'webhooks',
    press: 'g h',
    needs: ['webhook.read'],
    isInNavigation: true,
  },
  {
    to: '/setup/webhooks/log',
    icon: IconWebhook,
    name: 'webhookLog',
    press: 'g l',
    needs: ['webhooklog.read'],
    isInNavigation: false,
  },
  { to: '/me', icon: IconUser, name: 'me', press: 'g m', needs: null, isInNavigation: false },
] as const;

/** Whether a page is one of those that set Conveyor up, which stand together in the navigation. */
export const isOfSetup = ({ to }: Page): boolean => to.startsWith('/setup/');

type Page = (typeof pages)[number];

/** Returns whether a page has something to show. @param permits whether the user has a permission */
export const isOffered = ({ needs }: Page, permits: (needed: string) => boolean): boolean =>
  needs === null || needs.some(permits);
