/** The names of records with several words. A word that is one in a warehouse stays one: pickline, autowork. */
const phrases = `
  API key, bill of material, bill of material line, bulk run, bulk run order, carrier service level, carton content, count line,
  customer address, customer alias, customer contact, customer e-mail, customer external id, customer group, customer part price, customer phone,
  inventory movement, invoice line, invoice tax, packline by order, part external id, part group, pickline by order, pickline by part, receipt entry, receipt line, quote discount, quote fee, quote line, quote tax,
  order note, ref link type, return order, return order line, return order unit, sales order, sales order discount, sales order fee,
  sales order line, sales order tax, shipline by order, site contact,
  transfer order, transfer order line, use order, use order line,
  user group, user session, webhook delivery, webhook log,

  address type, build type, bulk run status, carton status, carton type, count status, customer status, customer type, e-mail type,
  line type, location type, pack status, part type, phone type, pick status, receipt status, return order status, sales order status, ship status, site type,
  user type`;

const words = new Map([
  ...phrases.split(',').map((text): [string, string] => [text.toLowerCase().replace(/[^a-z]/g, ''), text.trim()]),
  // The addresses are short.
  ['background', 'background request'],
  ['putback', 'put-back task'],
  ['view', 'saved view'],
]);

/** Returns the name of a kind of record for sentences: `bulkrun` is a bulk run. */
export const recordName = (record: string): string => words.get(record) ?? record;

/** Returns the record of a table. The table of users is `account`; a table of pairs belongs to its first record. */
export const recordOfTable = (table: string): string => table.replace(/_.*$/, '').replace(/^account$/, 'user');

/** Returns a noun with its article: "a carton", "an address". */
export const withArticle = (noun: string): string => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
