import { catalogue, type ProblemCode } from '../problems/problems.ts';
import type { Json } from './components.ts';

/** An example of each error: the sentence that a person reads, and the members beyond those of RFC 9457. */
type ProblemExample = [detail: string, members?: Json];

const field = (pointer: string, detail: string): Json => ({ errors: [{ pointer, detail }] });

const problemExamples: Readonly<Record<ProblemCode, ProblemExample>> = {
  'request.malformed': ['The body is not JSON: Unexpected end of JSON input.'],
  'request.incomplete': ['The request did not arrive in time. Send it again.'],
  'request.headers-too-large': ['Address and headers may have 32 KiB together.'],
  'query.unknown-parameter': [
    'There is no query parameter perpage here. Did you mean perPage?',
    { parameter: 'perpage', nearest: ['perPage'] },
  ],
  'query.unknown-field': [
    'salesorder has no field "nubmer" (sort). Did you mean number?',
    { parameter: 'sort', name: 'nubmer', nearest: ['number'] },
  ],
  'query.unknown-relation': [
    'salesorder has no relation "line" (embed=line). Did you mean lines?',
    { parameter: 'embed', name: 'line', nearest: ['lines'] },
  ],
  'query.not-filterable': ['user cannot be filtered by permissions.', { parameter: 'permissions' }],
  'query.not-sortable': ['user cannot be sorted by permissions.', { parameter: 'sort', name: 'permissions' }],
  'query.invalid-value': ['perPage cannot be "many": expected a whole number from 0 to 100.', { parameter: 'perPage' }],
  'query.leads-back': [
    '"customer" leads back from "salesorders" to the records that it comes from (embed=salesorders.customer). End the path before it, or list the related records at their own address with a filter.',
    { parameter: 'embed', name: 'customer' },
  ],
  'query.answer-too-large': [
    'An answer may have 25,000 records, with the embedded ones. This one would have more, because of embed=salesorders.lines. Ask for fewer records (perPage=10&page=1), embed fewer relations, or list the related records at their own address with a filter.',
    { parameter: 'embed', limit: 25_000 },
  ],
  'query.too-slow': [
    'The query took longer than 5 seconds. Filter by an id or another indexed field first, embed less, or send Prefer: wait=50, which needs the permission list.wait.',
    { seconds: 5 },
  ],
  'filter.invalid': [
    'Expected a value.\n\n  total > \n          ^',
    { parameter: 'filter', position: 8, expected: 'a value', nearest: [] },
  ],
  'credentials.missing': ['Send an API key as the user name of Basic credentials.'],
  'credentials.wrong': ['The API key or session token is unknown, or has ended.'],
  'credentials.too-many-failures': ['Too many logins from this address have failed. Try again in 30 seconds.'],
  'session.foreign': [
    'Only pages of the service sign in here, with the header X-Conveyor-Console. Programs log in with POST /login.',
  ],
  'caller.too-many-reads': ['You have 4 answers that are read at once, and 60 more wait. Try again in a second.'],
  'caller.too-many-requests': ['You have 8 PDF files at once, and 24 more wait. Try again in a second.'],
  'permission.missing': [
    'POST /salesorder needs the permission salesorder.create. An administrator can give it.',
    { permission: 'salesorder.create' },
  ],
  'site.not-allowed': [
    'The record belongs to site 2 (West), and you may act at Main only. An administrator can add the site to your site_ids.',
    { site_id: 2 },
  ],
  'record.unknown': ['There is no sales order 999.'],
  'record.archived': [
    'Sales order S-1 was archived on 2028-01-01: it is in 000001.jsonl.gz of the archive 5b1c2ff4-8e0b-4b33-9a57-5f7a0ce0f5a1. Ask an administrator for it.',
    { number: 'S-1', archive: '5b1c2ff4-8e0b-4b33-9a57-5f7a0ce0f5a1', file: '000001.jsonl.gz' },
  ],
  'path.unknown': ['There is nothing at /salesorder/first. Ids are whole numbers.'],
  'method.not-allowed': ['PATCH is not allowed here; this address takes DELETE, GET, HEAD, OPTIONS, PUT.'],
  'idempotency.running': ['The first request with this Idempotency-Key is still running. Ask again in a moment.'],
  'idempotency.other-request': ['This Idempotency-Key was used for another request. Use a new key.'],
  'precondition.failed': ['The record was changed after you read it. Read it again and repeat the change.'],
  'body.too-large': ['A body may have 1 MiB at most.'],
  'body.media-type': ['Send the body as application/json; text/csv is not read here.'],
  'body.invalid': ['qty must be more than 0; -1 is not.', field('/qty', 'must be more than 0; -1 is not')],
  'reference.unknown': ['part_id: there is no part 999.', field('/part_id', 'there is no part 999')],
  'record.in-use': ['Other records (salesorder) refer to it, so it cannot be deleted.'],
  'record.exists': ['There is such a record already: its number is taken.', field('/number', 'is taken')],
  'record.locked': [
    'Sales order 7 is locked: other requests have been changing it for 5 seconds. Nothing was changed. Try again in a moment.',
    { record: 'salesorder', ids: [7] },
  ],
  'record.too-many': ['You have 100 saved views, and 100 is the most. Delete one first.', { limit: 100 }],
  'record.state': ['Site Main has no active Moving location to pick to. Create one first.'],
  'order.state': ['Order S-1 is Draft. Issue it first.', { order_id: 1 }],
  'order.release-by-group': [
    'Order S-1 is held (Customs check), and only members of the user group Finance may release it.',
    { order_id: 1, groups: ['Finance'] },
  ],
  'order.refused-by-plugin': [
    'Order S-1 is refused: Speedy Express does not deliver to post office boxes.',
    {
      order_id: 1,
      next: [
        { method: 'PUT', path: '/salesorder/1', body: { ship_address_1: 'PO Box 12' }, why: 'Changes the address' },
      ],
    },
  ],
  'order.shipped': [
    'Order S-1 is shipped: carton 1 (1Z999). If the carrier has not fetched it, delete the ship and change the address then; otherwise redirect it at the carrier.',
    { order_id: 1, carton_ids: [1] },
  ],
  'order.held': ['Order S-1 is on hold: Credit check. Release it first.', { order_id: 1 }],
  'order.warnings': [
    'Order S-1 has something to look at first. Send ignore_warnings=1 to go on.',
    { warnings: [{ code: 'stock.short', message: '2 of TEA-ASSAM are short.', pointer: '/lines/0' }] },
  ],
  'order.part-of-unit': [
    'Line 1 comes to 1.5 of part BOTTLE, which is counted in whole units (each). Change the line.',
    field('/lines/1/qty', 'comes to 1.5 of part BOTTLE, which is counted in whole units (each)'),
  ],
  'order.too-large': ['Order S-1 has 2000 lines, and no order may have more than 2000. Divide it into several orders.'],
  'order.other-site': [
    'Order S-1 is worked on at Main, and not at Harbour: give its site_id, or change your current site.',
  ],
  'order.sites-differ': ['Orders of different sites cannot share one record.'],
  'pick.nothing-left': ['Nothing is left to pick of order S-1.'],
  'pick.state': ['Pick 1 is Void: its orders were taken off it.'],
  'pick.counted': [
    "Pick 1 can't be finished: units are counted and not committed (3 of 5 of part TEA-ASSAM for pickline 1, the last by Maria Anders). Commit them, or put them back and take back the count.",
    { pick_id: 1 },
  ],
  'pickline.committed': ['Pickline 1 is already committed.'],
  'pickline.counted': [
    'All 5 of part TEA-ASSAM were counted for pickline 1, the last one by Maria Anders.',
    { pickline_id: 1, by: 'Maria Anders', at: '2026-04-23T22:54:28+00:00' },
  ],
  'pickline.not-counted': [
    "3 of part TEA-ASSAM can't be taken back there: counted are 2 at Aisle A.",
    { pickline_id: 1, location_id: 1 },
  ],
  'pack.nothing-left': ['Nothing is left to pack of order S-1.'],
  'pack.state': ['Pack 1 is no longer open: no carton can be added.'],
  'pack.no-step': ['Order S-1 has no pack step: it is picked up as it is picked.'],
  'pack.not-all-in-cartons': ['Not everything is in a carton: 2 of TEA-ASSAM are left.'],
  'pack.too-large': [
    '12000 units are to be packed, and cartons are chosen for at most 10000 at once. Pack fewer lines in one call.',
  ],
  'pack.start-in-carton': ['Pack 1 was started in one carton: autopack is for packs that were not.'],
  'carton.state': ['Carton 1 is Locked: it has been picked up.'],
  'carton.other-parcel': [
    "Order S-2 can't be in carton 1 of pack 1 with order S-1: it goes to Ana Trujillo, Avda. 2222, 05021 México, MX, and S-1 to Alfreds Futterkiste, Obere Str. 57, 12209 Berlin, DE. Take carton 2 instead (add_carton_id 2).",
    {
      pack_id: 1,
      carton_id: 1,
      order_id: 2,
      take_carton_id: 2,
      next: [
        {
          method: 'POST',
          path: '/pack/1/moveitem',
          body: { add_carton_id: 2, order_id: 2, part_id: 1, qty: 1 },
          why: 'Moves the units into carton 2',
        },
      ],
    },
  ],
  'ship.nothing-left': ['Nothing is left to ship of order S-1.'],
  'ship.no-step': ['Order S-1 has no ship step: it is picked up as it is packed.'],
  'ship.state': ['Ship 1 is Void: its orders were taken off it.'],
  'pickup.part-of-kit': [
    'Kit SET-1 of order S-1 would leave in part: 6 of 6 of part CUP and 0 of 3 of part POT. Pick up the cartons with the rest as well, or delete their pack and pack whole kits. A rule with `split_kits: true` lets kits leave in parts.',
    { order_id: 1 },
  ],
  'pickup.nothing-left': ['Nothing of order S-1 stands ready for pickup.'],
  'webhook.inactive': ['The webhook is switched off or deleted, and gets no deliveries. PUT active=1 switches it on.'],
  'pickup.done': ['Pickupline 1 has been picked up already.'],
  'pickup.undone': ['Pickup 1 has no such lines any more: they were taken back before.'],
  'returnorder.state': [
    'Return order R-1 is Closed: nothing can be received for it. For further goods, make another return order.',
  ],
  'returnorder.by-group': [
    'Only members of the user group Customer service may authorise or refuse return R-1.',
    { groups: ['Customer service'] },
  ],
  'returnorder.excess': [
    '1 of part TEA-ASSAM are authorised for return R-1, and 2 would have arrived. Authorise more first.',
    { line_id: 1 },
  ],
  'stock.short': ['2 of TEA-ASSAM are short at the site Main.'],
  'autowork.refused': ['Speedy Express does not take it: the postal code does not exist.'],
  'tracking.required': ['Say which lots: tracking [{"lot": "L-1", "qty": 2}].', field('/tracking', 'is required')],
  'tracking.mismatch': ['tracking adds up to 1, and qty is 2.', field('/tracking', 'adds up to 1, and qty is 2')],
  'engine.updates-off': [
    'Updates from Temporal are switched off (engine: updates: off), and so is skip. Decide with conveyor, or with the interface.',
  ],
  'config.edited': [
    'Changes of config/fulfillment.yaml are not active. Activate them by a reload, or undo them, first.',
    { files: ['config/fulfillment.yaml'], hashes: ['4d7a0c1e92b3'] },
  ],
  'config.changed': [
    'Rule set 91be4f07a6c2d835 is active, and the edited text began from 4d7a0c1e92b35f68. Compare the text with the newer one (GET /config/files), and send it with that hash.',
    { ruleset: '91be4f07a6c2d835' },
  ],
  'config.editing-off': [
    'The operators\' file does not allow this. Write "console: { edit_rules: true }" into it and reload it, or download the edited text.',
  ],
  'config.not-writable': [
    'The service cannot write /srv/fulfillment.yaml (EROFS). Write the text there by hand: GET /config/version/{id} has that of an earlier version.',
    { files: ['/srv/fulfillment.yaml'] },
  ],
  'config.from-file': [
    'This service takes its configuration from the file of its machine. Change the file and reload it, or start all services and workers with CONVEYOR_CONFIG_SOURCE=database.',
  ],
  'config.missing': ['The database has no configuration yet. Activate one on this service: conveyor config push FILE.'],
  'config.faulty': [
    'Nothing has changed.\nconfig/fulfillment.yaml:12:5 unknown key "wen"; did you mean "when"?',
    {
      faults: [
        { file: 'config/fulfillment.yaml', line: 12, column: 5, message: 'unknown key "wen"; did you mean "when"?' },
      ],
    },
  ],
  'document.nothing-to-print': [
    'There is no open pick of order S-1: POST /picklinebyorder makes one. Of a finished pick a list is made by its pick_id.',
  ],
  'printer.unfit': [
    'Printer Packing bench 1 is not for a packingslip, but for a cartonlabel. GET /printer says which one is.',
  ],
  'printer.refused': [
    'Printer Packing bench 1 answered server-error-not-accepting-jobs. Nothing was printed.',
    { printer: 'Packing bench 1' },
  ],
  'printer.no-answer': [
    'Printer Packing bench 1 did not answer: Nobody takes connections at 10.20.0.31:631. Look whether it printed the document before you print it again.',
    { printer: 'Packing bench 1' },
  ],
  'schedule.missing': [
    "Temporal does not have the schedule morning-issue of the operators' file yet. To create it: POST /schedule/apply.",
    { schedule: 'morning-issue' },
  ],
  'schedule.foreign': [
    'Temporal has a schedule schedule/morning-issue that Conveyor did not create. Choose another name in the file.',
    { schedule: 'morning-issue' },
  ],
  'schedule.too-many-times': [
    'Schedule hourly has 744 due times in this period, and a call starts 200 at most. Name a shorter period.',
    { schedule: 'hourly', limit: 200 },
  ],
  'bulkrun.state': ["Bulk run 17 is Done: it can't be paused. Have what failed done again, or start another one."],
  'count.state': ['Count CT-1 is Approved: nothing is counted with it any more. Create another count.'],
  'count.overlaps': ['Count CT-1 is open and has some of the places. Approve or cancel it first.'],
  'count.incomplete': ['3 lines of count CT-1 are not counted yet.'],
  'count.recount': ['2 lines of count CT-1 differ from the books beyond the tolerance. Count them a second time.'],
  'count.own': ['You counted lines of count CT-1 that differ beyond the tolerance. Another person approves it.'],
  'receipt.state': [
    'Receipt R-1 is Closed: nothing is received with it any more. Create another receipt for further goods.',
  ],
  'receipt.over': [
    '14 of part TEA-ASSAM would be received, and 12 are expected. Send `over` to receive them in spite of that.',
  ],
  'receipt.in-transit': [
    'Receipt R-7 expects what left with pickup 3. If it did not leave, undo that pickup: POST /pickup/3/undo. If it is lost, close the receipt with a reason.',
    { pickup_id: 3 },
  ],
  'receipt.unexpected': [
    'Receipt R-1 does not expect part TEA-ASSAM. Send `add_lines` to receive it in spite of that.',
  ],
  'request.timeout': ['The request took longer than 60 seconds. Read the record before you send it again.'],
  'service.unavailable': ['The database cannot be reached. Try again in a moment.'],
  'service.defect': ['The service failed. Its log has the cause under 5f0c2ab4-6c1d-4f6e-9d53-0d1c0f3a7c11.'],
};

/** Returns an example answer with this error. */
export function problemExample(code: ProblemCode): Json {
  const [detail, members = {}] = problemExamples[code];
  const { status, title } = catalogue[code];
  return {
    type: `/problem#${code}`,
    title,
    status,
    detail,
    instance: code === 'path.unknown' ? '/salesorder/first' : '/salesorder/1',
    code,
    request_id: '5f0c2ab4-6c1d-4f6e-9d53-0d1c0f3a7c11',
    ...members,
  };
}
