import { z } from 'zod';
import { id, text } from '../platform/coercion/coerce.ts';
import { recordId } from '../platform/ids/ids.ts';

/** The lists that a code can be scanned for, by the parameter that names one. */
export const contextNames = ['pick_id', 'pack_id', 'ship_id', 'pickup_id', 'carrier_id', 'receipt_id'] as const;
export type ContextName = (typeof contextNames)[number];

/** Characters. A QR code of GS1 with all values that a warehouse uses has 200. */
const longestCode = 500;

const at = (what: string) => id().optional().describe(what);

export const scanQuery = z
  .object({
    code: text(longestCode, { min: 1 }).meta({
      description:
        'The text that the scanner sent, with its symbology identifier and its separators (%1D) if it sends them',
      example: '(01)09506000134352(17)270531(10)L7',
    }),
    pick_id: at('The pick that is worked on'),
    pack_id: at('The pack that is worked on'),
    ship_id: at('The ship whose cartons are loaded'),
    pickup_id: at('The pickup whose cartons are checked'),
    carrier_id: at('The carrier that gets cartons and orders, before there is a pickup'),
    receipt_id: at('The receipt whose goods come in'),
    site_id: at(
      'The site whose locations count. Default: that of the pick, pack, ship, pickup or receipt, or else your current site',
    ),
  })
  .refine((query) => contextNames.filter((name) => query[name] !== undefined).length <= 1, {
    path: ['code'],
    message: `can be scanned for one of ${contextNames.join(', ')} at a time`,
  });
export type ScanQuery = z.infer<typeof scanQuery>;

export const matchKinds = [
  'location',
  'part',
  'carton',
  'pick',
  'pack',
  'ship',
  'pallet',
  'pickup',
  'receipt',
  'order',
  'user',
] as const;
export type MatchKind = (typeof matchKinds)[number];

export const scanActions = [
  'place',
  'pick',
  'track',
  'open',
  'pack',
  'load',
  'check',
  'hand_over',
  'receive',
  'show',
  'choose',
] as const;
export type ScanAction = (typeof scanActions)[number];

const here = z
  .object({
    action: z
      .enum(scanActions)
      .nullable()
      .describe(
        'The effect of the scan. `place`: it confirms the location, or the next units go there. `pick`, `pack`, `receive`: it counts `qty` units. `track`: the part is right, and its lot or serial number is to be scanned. `open`: the next units go into this carton, or the cartons that are checked off onto this pallet. `load`: the carton is of the ship. `check`: it is of the pickup. `hand_over`: it is ready for the carrier. `show`: it is the list itself, or an order on it. `choose`: several records fit. Null: the scan is wrong',
      ),
    detail: z.string().describe('The same for a person. For a wrong scan: the scanned record, and the expected one'),
  })
  .meta({ title: 'ScanHere' });
export type Here = z.infer<typeof here>;

const nullableText = z.string().nullable();

const gs1 = z
  .object({
    elements: z
      .array(z.object({ ai: z.string(), value: z.string() }))
      .describe('All values, by their application identifiers'),
    gtin: nullableText.describe('With 14 digits'),
    sscc: nullableText,
    lot: nullableText,
    serial: nullableText,
    expires_on: nullableText,
    qty: z.number().nullable().describe('The number of units that the code names'),
    weight_kg: z.number().nullable().describe('The net weight'),
  })
  .meta({ title: 'ScanGs1' });

const match = z
  .object({
    kind: z.enum(matchKinds),
    id: recordId(),
    by: z
      .enum(['number', 'name', 'barcode', 'upc', 'tracking_number', 'serial', 'lot', 'email', 'external_id'])
      .describe('The field of the record that the code is'),
    label: z.string().describe('The number or the name of the record'),
    description: nullableText,
    part_id: recordId()
      .nullable()
      .describe('The part that is picked and packed: of an alias, its parent. Null for other records'),
    qty: z
      .number()
      .nullable()
      .describe('The units of `part_id` that one scan counts: 12 for a case of twelve, times the count in the code'),
    lot: nullableText,
    serial: nullableText,
    expires_on: nullableText,
    here: here.nullable().describe('The effect of this record here; null without a context'),
  })
  .meta({ title: 'ScanMatch' });

export const scanAnswer = z
  .object({
    code: z.string().describe('The code that the service looked for'),
    gs1: gs1.nullable().describe('The content of a GS1 code or of the number of an article; otherwise null'),
    matches: z
      .array(match)
      .describe('Every record that the code can mean, at most 20 of a kind. Those that fit here are first'),
    here: here.nullable().describe('The effect of the scan here; null without a context'),
  })
  .meta({
    title: 'Scan',
    example: {
      code: '(01)09506000134352(17)270531(10)L7',
      gs1: {
        elements: [
          { ai: '01', value: '09506000134352' },
          { ai: '17', value: '270531' },
          { ai: '10', value: 'L7' },
        ],
        gtin: '09506000134352',
        sscc: null,
        lot: 'L7',
        serial: null,
        expires_on: '2027-05-31',
        qty: null,
        weight_kg: null,
      },
      matches: [
        {
          kind: 'part',
          id: 3,
          by: 'upc',
          label: 'TEA-ASSAM-12',
          description: 'Case of 12',
          part_id: 1,
          qty: 12,
          lot: 'L7',
          serial: null,
          expires_on: '2027-05-31',
          here: { action: 'pick', detail: 'Counts 12 of 24 × TEA-ASSAM at A-2.' },
        },
      ],
      here: { action: 'pick', detail: 'Counts 12 of 24 × TEA-ASSAM at A-2.' },
    },
  });
export type ScanAnswer = z.infer<typeof scanAnswer>;
