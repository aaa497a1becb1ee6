import { IconPackage, IconStack2, IconTruckDelivery, IconUser } from '@tabler/icons-react';

/** The pages to which navigation, keys and palette lead, with the permission without which a page has nothing to show. */
export const pages = [
  { to: '/', icon: IconTruckDelivery, name: 'today', press: 'g t', needs: null, isInNavigation: true },
  { to: '/orders', icon: IconPackage, name: 'orders', press: 'g o', needs: 'salesorder.read', isInNavigation: true },
  { to: '/bulkruns', icon: IconStack2, name: 'bulkRuns', press: 'g b', needs: 'bulkrun.read', isInNavigation: true },
  { to: '/me', icon: IconUser, name: 'me', press: 'g m', needs: null, isInNavigation: false },
] as const;
