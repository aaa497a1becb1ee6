/** The chapters of the description, in the order in which a newcomer needs them. */

export interface Chapter {
  readonly name: string;
  readonly description: string;
  /** The first words of its addresses, in the order in which they are shown. */
  readonly words: readonly string[];
}

const chapters: readonly Chapter[] = [
  {
    name: 'Customers',
    description: 'Companies and people who order, with their e-mail addresses, phones, addresses and groups.',
    words: ['customer', 'customergroup'],
  },
  {
    name: 'Parts',
    description: 'The goods that you sell: parts, aliases, and kits with their components.',
    words: ['part', 'partgroup', 'billofmaterial'],
  },
  {
    name: 'Stock',
    description: 'The quantities at each place, the reserved part of them, and every movement since the beginning.',
    words: [
      'inventory',
      'inventoryadjustment',
      'inventorytransfer',
      'inventorymovement',
      'location',
      'qty_available_for_pick',
    ],
  },
  {
    name: 'Receiving and counting',
    description: 'Goods that are expected at a site, and how they come in. Counts of the stock at places.',
    words: ['receipt', 'receiptline', 'receiptentry', 'count', 'countline'],
  },
  {
    name: 'Quotes and jobs',
    description: 'Offers that precede an order, and records that group orders.',
    words: ['quote', 'job'],
  },
  {
    name: 'Sales orders',
    description:
      'From draft to fulfilled: create, issue, hold, void; the plan of an order with its reasons, where it is, and everything that happened to it.',
    words: ['salesorder', 'salesorderline', 'task', 'autowork', 'work'],
  },
  {
    name: 'Transfer and use orders',
    description:
      'Orders of the company itself, with the calls of sales orders: goods for another site, and goods that are used up.',
    words: ['transferorder', 'useorder'],
  },
  {
    name: 'Bulk runs',
    description: 'The same with many orders: one outcome for each, tried out before, at a rate, paused and resumed.',
    words: ['bulkrun', 'bulkrunorder'],
  },
  {
    name: 'Schedules',
    description:
      "Bulk runs that start by a clock, which Temporal keeps: their next times and last runs, how they differ from the operators' file, and the decisions of people.",
    words: ['schedule'],
  },
  {
    name: 'Scan',
    description: 'The meaning of a barcode: the record, the units, and the effect of its scan in the work of a list.',
    words: ['scan'],
  },
  {
    name: 'Pick',
    description: 'Parts are brought from storage to the moving location of the site.',
    words: [
      'picklinebyorder',
      'picklinebycustomer',
      'picklinebydestination',
      'picklinebypart',
      'pick',
      'pickline',
      'putback',
    ],
  },
  {
    name: 'Pack',
    description: 'Picked parts are put into cartons.',
    words: ['packlinebyorder', 'pack', 'packline', 'carton'],
  },
  {
    name: 'Ship',
    description: 'Closed cartons are made ready for the carrier, on pallets where it wants them.',
    words: ['shiplinebyorder', 'ship', 'shipline', 'pallet'],
  },
  {
    name: 'Pickup and invoices',
    description: 'The carrier, or the customer, takes the goods: they leave stock, and orders are invoiced.',
    words: ['pickupline', 'pickup', 'invoice', 'invoiceline'],
  },
  {
    name: 'Returns',
    description: 'Returned goods are authorised, received, inspected and credited.',
    words: ['returnorder', 'returnorderline', 'returnorderunit'],
  },
  {
    name: 'Documents',
    description: 'The papers of a warehouse: pick lists, packing slips, carton labels; and the printers for them.',
    words: ['document', 'printout', 'printer'],
  },
  {
    name: 'Carriers and cartons',
    description: 'The carriers, the kinds of cartons, and the bookings with carriers.',
    words: ['carrier', 'carrierservicelevel', 'cartontype', 'booking'],
  },
  {
    name: 'Sites and sources',
    description: 'The sites of the company, and the origins of orders.',
    words: ['site', 'source', 'service'],
  },
  { name: 'Discounts and fees', description: 'Kinds of discounts and fees.', words: ['discount', 'fee'] },
  {
    name: 'Events and webhooks',
    description:
      'The log of all events, which you can follow, and webhooks: the service sends events to your own addresses.',
    words: ['event', 'eventlog', 'webhook', 'webhookdelivery', 'webhooklog', 'resend'],
  },
  {
    name: 'Users and permissions',
    description: 'The callers and their permissions.',
    words: ['login', 'logout', 'session', 'user', 'usergroup', 'usersession', 'permission'],
  },
  {
    name: 'Saved views and preferences',
    description:
      'Settings that a program keeps for people: views of lists, shared with others, and preferences. And the names that expressions may use, to complete them.',
    words: ['view', 'preference', 'field'],
  },
  {
    name: 'Constants',
    description: 'Types and states. They are read-only; their ids never change.',
    words: [
      ...[
        'customertype',
        'customerstatus',
        'emailtype',
        'phonetype',
        'addresstype',
        'parttype',
        'buildtype',
        'sitetype',
      ],
      ...['locationtype', 'linetype', 'object', 'reflinktype', 'salesorderstatus', 'pickstatus', 'packstatus'],
      ...['cartonstatus', 'shipstatus', 'bulkrunstatus', 'receiptstatus', 'returnorderstatus', 'countstatus'],
      ...['usertype'],
    ],
  },
  {
    name: 'Running the service',
    description: 'Rules and settings, requests in the background, errors, health, measurements.',
    words: [
      'config',
      'rules',
      'background',
      'problem',
      'verify',
      'engine',
      'healthz',
      'readyz',
      'status',
      'metrics',
      'openapi',
    ],
  },
];

/** The chapter of all other addresses. */
const elsewhere: Chapter = { name: 'Other', description: 'Everything else.', words: [] };

export const wordOf = (path: string) => (path.split('/')[1] ?? '').replace(/\..*$/, '');

export function chapterOf(path: string): Chapter {
  return chapters.find(({ words }) => words.includes(wordOf(path))) ?? elsewhere;
}

/** Compares two addresses by their place in the chapters. */
export function inOrder(a: string, b: string): number {
  const [first, second] = [chapterOf(a), chapterOf(b)];
  const place = (chapter: Chapter) => (chapters.indexOf(chapter) + chapters.length + 1) % (chapters.length + 1);
  return (
    place(first) - place(second) ||
    first.words.indexOf(wordOf(a)) - first.words.indexOf(wordOf(b)) ||
    (a < b ? -1 : Number(a > b))
  );
}

/** Returns the chapters of these addresses. */
export function chaptersOf(paths: Iterable<string>): Chapter[] {
  return [...new Set([...paths].sort(inOrder).map(chapterOf))];
}
