import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { type Cancellation, carrierPlugin } from '../contract.ts';
import { CarrierRefused } from '../errors.ts';
import { day, daysOfWeek, nextDay, timeOfDay, timeZone, wallClock } from './calendar.ts';
import { checkDigits } from './flat-file/check-digits.ts';
import { delimiters } from './flat-file/csv.ts';
import { encodings } from './flat-file/encoding.ts';
import { bookedFields, fieldNames, fieldsOf, storedFields } from './flat-file/fields.ts';
import { type ManifestForm, manifestFiles } from './flat-file/manifest.ts';
import { ManifestFolder } from './flat-file/manifest-folder.ts';
import { type Template, template } from './flat-file/template.ts';
import { numberingFault, type TrackingNumbers, trackingNumber } from './flat-file/tracking-numbers.ts';

/** A text with placeholders of these names. */
const templateOf = (known: readonly string[]) =>
  z.string().check(({ value, issues }) => {
    const read = template(value, known);
    if (typeof read === 'string') issues.push({ code: 'custom', message: read, input: value });
  });

const numberPlaceholders = ['number', 'check'];

const options = z
  .strictObject({
    folder: z
      .string()
      .refine(isAbsolute, { error: 'expected an absolute path such as /srv/outbox/courier' })
      .describe('Existing folder from which the carrier fetches files. Several workers need a shared folder.'),
    manifest_per: z
      .enum(['day', 'pickup'])
      .default('day')
      .describe(
        '`day`: one manifest for each day, written as cartons are booked. `pickup`: one for each scheduled pickup.',
      ),
    time_zone: timeZone.default('UTC').describe('Time zone of days and times of the day, such as `Europe/Berlin`.'),
    days: daysOfWeek.default(['mon', 'tue', 'wed', 'thu', 'fri']).describe('Days on which the carrier collects.'),
    cut_off: timeOfDay.default('17:00').describe('Cartons that are booked later are on the manifest of the next day.'),
    closed: z.array(day).default([]).describe('Days without collection.'),
    tracking_number: templateOf(numberPlaceholders)
      .default('C{number:9}')
      .describe(
        'Template: `{number:9}` is the number with nine digits, `{check}` is the check digit of all digits before it.',
      ),
    check_digit: z
      .enum(Object.keys(checkDigits) as (keyof typeof checkDigits)[])
      .optional()
      .describe('Algorithm of `{check}`.'),
    number_ranges: z
      .array(
        z
          .strictObject({
            from: z.int().min(0).describe('First number of a range.'),
            to: z.int().min(0).describe('Last number of the range.'),
          })
          .refine(({ from, to }) => from <= to, { error: 'expected from before to' }),
      )
      .default([])
      .check(({ value, issues }) => {
        value.forEach(({ from, to }, index) => {
          const other = value.slice(0, index).find((earlier) => from <= earlier.to && earlier.from <= to);
          const message = `the range overlaps ${other?.from} to ${other?.to} above`;
          if (other) issues.push({ code: 'custom', path: [index], message, input: value });
        });
      })
      .describe('Number ranges of the carrier, used in their order. Default: the id of the carton.'),
    first_carton: z.int().min(1).default(1).describe('Id of the carton that gets the first of these numbers.'),
    columns: z
      .record(z.string(), templateOf(fieldNames))
      .default({
        Reference: '{order}/{carton}',
        'Tracking number': '{tracking_number}',
        Name: '{name}',
        Address: '{address_1}',
        'Address 2': '{address_2}',
        'Postal code': '{postal_code}',
        City: '{city}',
        Country: '{country}',
        'Weight kg': '{weight_kg}',
        Service: '{service}',
      })
      .describe(
        `Headings and contents of the columns, with ${fieldNames.map((name) => `\`{${name}}\``).join(', ')}; \`{name:35}\` is cut.`,
      ),
    header: z.boolean().default(true).describe('Whether the file starts with a line of headings.'),
    delimiter: z
      .enum(['comma', 'semicolon', 'tab', 'pipe'])
      .default('comma')
      .describe('Delimiter between two columns.'),
    quote: z
      .enum(['needed', 'always', 'never'])
      .default('needed')
      .describe('Which values have quotes. With `never`, delimiters inside values become blanks.'),
    newline: z.enum(['crlf', 'lf']).default('crlf').describe('Line ends.'),
    encoding: z
      .enum(encodings)
      .default('utf-8')
      .describe('Encoding of the files. Letters that it lacks lose their accents.'),
    decimal: z.enum(['.', ',']).default('.').describe('Decimal separator of weights.'),
    service: z.string().default('Standard').describe('Service for orders without a service level.'),
  })
  .check(({ value, issues }) => {
    // A template that cannot be parsed has its own fault.
    if (typeof template(value.tracking_number, numberPlaceholders) === 'string') return;
    const message = numberingFault(numbersOf(value));
    if (message) issues.push({ code: 'custom', path: ['tracking_number'], message, input: value.tracking_number });
  });

type Options = z.output<typeof options>;

/** For carriers without an interface: they fetch a file of cartons, and the driver gets a sheet. */
export default carrierPlugin({
  name: 'flat-file',
  summary:
    'For carriers without an interface: writes a file of cartons and a manifest into a folder. Tracking numbers follow a template.',
  options,
  pickupWhen: ({ manifest_per }) => (manifest_per === 'pickup' ? 'day' : null),
  async book({ carrier, order, cartons, options: written }) {
    const rows = cartons.map((carton) => {
      const numbering = trackingNumber(numbersOf(written), carton.id);
      if (typeof numbering === 'string') throw new CarrierRefused(`carton ${carton.number}: ${numbering}`);
      const fields = fieldsOf(order, carton, numbering.number, written.service);
      return { carton_id: carton.id, number: numbering.number, fields };
    });
    const manifests = written.manifest_per === 'day' ? await putOnDays(carrier, written, rows) : undefined;
    return rows.map(({ carton_id, number, fields }) => ({
      carton_id,
      tracking_number: number,
      service: fields.service ?? '',
      details: manifests ? { manifest: manifests.get(carton_id) ?? '' } : storedFields(fields),
    }));
  },
  async schedulePickup({ carrier, bookings, options: written, idempotencyKey }) {
    const folder = new ManifestFolder(written.folder, slug(carrier));
    // The ending is the same for every attempt, so that an attempt after midnight continues the same manifest.
    const ending = `-${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 8)}`;
    const { day: today } = wallClock(new Date(), written.time_zone);
    const name = (await folder.findByEnding(ending)) ?? `${today}${ending}`;
    await folder.put(
      name,
      bookings.map((booked) => ({ carton_id: booked.carton.id, fields: bookedFields(booked) })),
    );
    await publish(folder, carrier, written, name);
    return { confirmation: fileName(carrier, name) };
  },
  async cancel({ carrier, bookings, options: written }) {
    const folder = new ManifestFolder(written.folder, slug(carrier));
    const canceled: Cancellation[] = [];
    for (const { booking_id, carton } of bookings) {
      const name = await folder.find(carton.id);
      const closed = name !== undefined && isClosed(name, written);
      if (name !== undefined && !closed) {
        await folder.take(name, carton.id);
        await publish(folder, carrier, written, name);
      }
      canceled.push(
        closed
          ? {
              booking_id,
              canceled: false,
              why: `it is on ${fileName(carrier, name)}, which is closed: tell the carrier`,
            }
          : { booking_id, canceled: true },
      );
    }
    return canceled;
  },
});

/** Puts cartons on the manifest of their day. A carton stays on its first manifest. Returns the file name of the manifest by carton id. */
async function putOnDays(
  carrier: string,
  written: Options,
  rows: readonly { carton_id: number; fields: Record<string, string> }[],
): Promise<ReadonlyMap<number, string>> {
  const { days, cut_off: cutOff, closed, time_zone: zone } = written;
  const today = nextDay({ days, cutOff, closed, leadDays: 0 }, new Date(), zone);
  if (today === undefined)
    throw new CarrierRefused('the carrier collects on no day within a year: check the options days and closed');
  const folder = new ManifestFolder(written.folder, slug(carrier));
  const nameOf = new Map(
    await Promise.all(rows.map(async ({ carton_id }) => [carton_id, (await folder.find(carton_id)) ?? today] as const)),
  );
  for (const name of new Set(nameOf.values())) {
    await folder.put(
      name,
      rows.filter(({ carton_id }) => nameOf.get(carton_id) === name),
    );
    await publish(folder, carrier, written, name);
  }
  return new Map([...nameOf].map(([cartonId, name]) => [cartonId, fileName(carrier, name)]));
}

async function publish(folder: ManifestFolder, carrier: string, written: Options, name: string): Promise<void> {
  const form: ManifestForm = {
    columns: Object.entries(written.columns).map(([heading, content]) => [
      heading,
      template(content, fieldNames) as Template,
    ]),
    header: written.header,
    delimiter: delimiters[written.delimiter],
    quote: written.quote,
    newline: written.newline,
    encoding: written.encoding,
    decimal: written.decimal,
  };
  const head = { carrier, name: fileName(carrier, name), day: name.slice(0, 10) };
  await folder.publish(name, (rows) => manifestFiles(form, head, rows));
}

/** Returns true for a manifest that the driver or the carrier has: its day or its cut-off is over. */
function isClosed(name: string, { manifest_per, cut_off, time_zone }: Options): boolean {
  if (manifest_per === 'pickup') return true;
  const { day: today, time } = wallClock(new Date(), time_zone);
  return name < today || (name === today && time > cut_off);
}

function numbersOf(
  written: Pick<Options, 'tracking_number' | 'check_digit' | 'number_ranges' | 'first_carton'>,
): TrackingNumbers {
  const parts = template(written.tracking_number, numberPlaceholders);
  return {
    parts: typeof parts === 'string' ? [] : parts,
    check: written.check_digit,
    ranges: written.number_ranges,
    firstCarton: written.first_carton,
  };
}

const fileName = (carrier: string, manifest: string) => `${slug(carrier)}-${manifest}`;

/** Returns the carrier's name in a form for file names. */
function slug(carrier: string): string {
  const plain = carrier.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^0-9a-z]+/g, '-').replaceAll(/^-|-$/g, '') || 'carrier';
}
