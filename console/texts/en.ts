import { board } from './en/board.ts';
import { bulkRuns } from './en/bulkRuns.ts';
import { cartons } from './en/cartons.ts';
import { documents } from './en/documents.ts';
import { draft } from './en/draft.ts';
import { faults } from './en/faults.ts';
import { keys } from './en/keys.ts';
import { order } from './en/order.ts';
import { palette } from './en/palette.ts';
import { search } from './en/search.ts';
import { selection } from './en/selection.ts';
import { views } from './en/views.ts';
import { whereabouts } from './en/whereabouts.ts';
import type { OrderState } from './order-state.ts';

const orders = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'order' : 'orders'}`;

/** The texts of the console in English. The other languages have the same ones: a missing text is an error of types. */
export const en = {
  order,
  cartons,
  documents,
  faults,
  keys,
  palette,
  draft,
  signIn: {
    title: 'Sign in to Conveyor',
    again: 'Your session has ended. Sign in again, and the page goes on where it was.',
    email: 'E-mail',
    password: 'Password',
    button: 'Sign in',
    withLink: 'Signing in with your link …',
    needsHttps:
      'The console needs HTTPS, or the address localhost or 127.0.0.1: otherwise browsers keep no session. See “TLS by a proxy” in the manual.',
  },
  navigation: {
    label: 'Pages',
    today: 'Today',
    orders: 'Orders',
    work: 'Work',
    returns: 'Returns',
    bulkRuns: 'Bulk runs',
    schedules: 'Schedules',
    rules: 'Rules',
    setup: 'Setup',
    users: 'Users',
    groups: 'Groups',
    permissions: 'Permissions',
    sessions: 'Sessions',
    sites: 'Sites',
    locations: 'Locations',
    carriers: 'Carriers',
    cartonTypes: 'Carton types',
    config: 'Configuration',
    verify: 'Verify',
    webhooks: 'Webhooks',
    webhookLog: 'Webhook log',
    me: 'Me',
    signOut: 'Sign out',
    dark: 'Dark colors',
    light: 'Light colors',
    language: 'Language',
    skip: 'Skip to the content',
  },
  problem: {
    noAnswer: 'The service gave no answer',
    refused: 'The service refused this',
    retry: 'Try again',
    copy: 'Copy',
    copied: 'Copied',
    close: 'Close',
  },
  calls: {
    copy: 'Copy as curl',
    show: 'Commands beside buttons',
    explained: 'Copies the call of a button as a command for a shell.',
  },
  today: {
    title: 'Today',
    empty: 'No order waits for anybody. New orders appear here by themselves.',
    open: (count: number) => `${orders(count)} under way`,
    oldest: (time: string) => `the oldest ${time}`,
    attention: 'Needs somebody',
    held: 'On hold',
    hand: 'To do by hand',
    waiting: 'Waiting for something',
    working: 'Conveyor is at work',
    carriers: 'By carrier',
    noCarrier: 'No carrier',
    late: 'Late',
    issuedLongAgo: 'Issued more than a day ago',
    short: 'Short of stock',
    bulkRuns: 'Bulk runs',
    paused: 'paused',
    running: 'running',
    bulkCounts: (done: number, total: number) => `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    bulkFaults: (failed: number, warned: number) =>
      [
        failed > 0 && `${failed.toLocaleString('en')} failed`,
        warned > 0 && `${warned.toLocaleString('en')} with warnings`,
      ]
        .filter(Boolean)
        .join(', '),
    bulkProgress: (id: number) => `Progress of bulk run ${id}`,
    webhooks: 'Webhooks that fail',
    failingSince: (time: string) => `first failed ${time}`,
    switchedOff: 'switched off',
    lastAnswer: (answer: string, time: string) => `Last answer ${time}: ${answer}`,
    noRights:
      'There is nothing here that you may see. An administrator can give you permissions, such as salesorder.read.',
  },
  orders: {
    title: 'Orders',
    search: 'Search orders',
    count: orders,
    atLeast: (count: number) => `${count.toLocaleString('en')}+ orders`,
    none: 'No order matches.',
    newer: (count: number) => `Show ${count} new`,
    refresh: 'Refresh',
    gone: 'no longer in this view',
    beforeFault: 'The search has a fault. The list is that of the search before it.',
    noneForFault: 'The search has a fault, so nothing was searched.',
  },
  search,
  views,
  board,
  bulkRuns,
  selection,
  me: {
    title: 'Me',
    appearance: 'Language and colors',
    colors: 'Colors',
    likeSystem: 'As the system has them',
    password: 'Password',
    presentPassword: 'Present password',
    newPassword: 'New password',
    endsOthers: 'At least 8 characters. Your other sessions end.',
    change: 'Change the password',
    passwordChanged: 'The password is changed. Your other sessions have ended.',
    sessions: 'Sessions',
    thisSession: 'this session',
    lastUsed: (time: string) => `last used ${time}`,
    end: 'End',
  },
  states: {
    working: 'working',
    waiting: 'waiting',
    attention: 'needs somebody',
    held: 'on hold',
    done: 'done',
  } satisfies Record<OrderState, string>,
  steps: { issue: 'issue', pick: 'pick', pack: 'pack', ship: 'ship', pickup: 'pickup' } as Record<string, string>,
  whereabouts,
  /** Lengths of time in a narrow column. */
  units: { day: 'd', hour: 'h', minute: 'min' },
};

export type Texts = typeof en;
