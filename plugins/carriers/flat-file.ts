import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { type Cancellation, carrierPlugin } from '../contract.ts';
import { CarrierRefused } from '../errors.ts';
import { day, daysOfWeek, nextDay, timeOfDay, timeZone, wallClock } from './calendar.ts';
import { checkDigits } from './flat-file/check-digits.ts';
import { delimiters } from './flat-file/csv.ts';
import { encodings } from './flat-file/encoding.ts';
import { bookedFields, cachedFields, fieldNames, fieldsOf } from './flat-file/fields.ts';
import { type ManifestForm, manifestFiles } from './flat-file/manifest.ts';
import { ManifestFolder } from './flat-file/manifest-folder.ts';
import { type Template, template } from './flat-file/template.ts';
import { numberingFault, type TrackingNumbers, trackingNumber } from './flat-file/tracking-numbers.ts';

/** Text with places of these names. */
const templateOf = (known: readonly string[]) =>
  z.string().check(({ value, issues }) => {
    const read = template(value, known);
    if (typeof read === 'string') issues.push({ code: 'custom', message: read, input: value });
  });

const numberPlaces = ['number', 'check'];

const options = z
  .strictObject({
    folder: z
      .string()
      .refine(isAbsolute, { error: 'expected a folder from the root on, such as /srv/outbox/courier' })
      .describe(
        'Folder that the carrier fetches from; it has to be there. With several workers a folder that all of them share.',
      ),
    manifest_per: z
      .enum(['day', 'pickup'])
      .default('day')
      .describe('One manifest for each day, written as cartons are booked; or for each pickup, when it is scheduled.'),
    time_zone: timeZone.default('UTC').describe('Time zone of days and times of the day, such as `Europe/Berlin`.'),
    days: daysOfWeek.default(['mon', 'tue', 'wed', 'thu', 'fri']).describe('Days on which the carrier collects.'),
    cut_off: timeOfDay.default('17:00').describe('What is booked later is on the manifest of the next day.'),
    closed: z.array(day).default([]).describe('Days on which it does not collect.'),
    tracking_number: templateOf(numberPlaces)
      .default('C{number:9}')
      .describe(
        'Template: `{number:9}` is the number in nine digits, `{check}` the check digit of all digits before it.',
      ),
    check_digit: z
      .enum(Object.keys(checkDigits) as (keyof typeof checkDigits)[])
      .optional()
      .describe('How `{check}` is worked out.'),
    number_ranges: z
      .array(
        z
          .strictObject({
            from: z.int().min(0).describe('First number of a range.'),
            to: z.int().min(0).describe('Last number of it.'),
          })
          .refine(({ from, to }) => from <= to, { error: 'expected from before to' }),
      )
      .default([])
      .check(({ value, issues }) => {
        value.forEach(({ from, to }, index) => {
          const other = value.slice(0, index).find((earlier) => from <= earlier.to && earlier.from <= to);
          const message = `numbers are given away twice: ${other?.from} to ${other?.to} stands above`;
          if (other) issues.push({ code: 'custom', path: [index], message, input: value });
        });
      })
      .describe('Numbers that the carrier gave you, used up one after the other. Without it: the id of the carton.'),
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
        `Headings and what stands under them, out of ${fieldNames.map((name) => `\`{${name}}\``).join(', ')}; \`{name:35}\` is cut.`,
      ),
    header: z.boolean().default(true).describe('Begin with a line of the headings.'),
    delimiter: z
      .enum(['comma', 'semicolon', 'tab', 'pipe'])
      .default('comma')
      .describe('What stands between two columns.'),
    quote: z
      .enum(['needed', 'always', 'never'])
      .default('needed')
      .describe('Which values stand in quotes. With `never`, delimiters inside values become blanks.'),
    newline: z.enum(['crlf', 'lf']).default('crlf').describe('How lines end.'),
    encoding: z
      .enum(encodings)
      .default('utf-8')
      .describe('Encoding of the files; letters that it lacks lose their accents.'),
    decimal: z.enum(['.', ',']).default('.').describe('What stands before the decimals of a weight.'),
    service: z.string().default('Standard').describe('Service of orders that name no service level.'),
  })
  .check(({ value, issues }) => {
    // A template that cannot be read is a fault of its own.
    if (typeof template(value.tracking_number, numberPlaces) === 'string') return;
    const message = numberingFault(numbersOf(value));
    if (message) issues.push({ code: 'custom', path: ['tracking_number'], message, input: value.tracking_number });
  });

type Options = z.output<typeof options>;

/** Carriers without an interface: they fetch a file of cartons, and the driver gets a sheet. */
export default carrierPlugin({
  name: 'flat-file',
  summary:
    'For carriers without an interface: a file of cartons and a manifest in a folder, tracking numbers by a template.',
  options,
  pickupWhen: ({ manifest_per }) => (manifest_per === 'pickup' ? 'day' : null),
  async book({ carrier, order, cartons, options: written }) {
    const rows = cartons.map((carton) => {
      const given = trackingNumber(numbersOf(written), carton.id);
      if (typeof given === 'string') throw new CarrierRefused(`carton ${carton.number}: ${given}`);
      return { carton_id: carton.id, fields: fieldsOf(order, carton, given.number, written.service) };
    });
    const details = written.manifest_per === 'day' ? await onDays(carrier, written, rows) : undefined;
    return rows.map(({ carton_id, fields }, index) => ({
      carton_id,
      tracking_number: fields.tracking_number!,
      service: fields.service!,
      details: details ? { manifest: details[index]! } : cachedFields(fields),
    }));
  },
  async schedulePickup({ carrier, bookings, options: written, idempotencyKey }) {
    const folder = new ManifestFolder(written.folder, slug(carrier));
    // The same for every attempt, after midnight too: what the first one began, the next one ends.
    const ending = `-${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 8)}`;
    const { day: today } = wallClock(new Date(), written.time_zone);
    const name = (await folder.named(ending)) ?? `${today}${ending}`;
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
      const gone = name !== undefined && isClosed(name, written);
      if (name !== undefined && !gone) {
        await folder.take(name, carton.id);
        await publish(folder, carrier, written, name);
      }
      canceled.push(
        gone
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

/** Puts cartons on the manifest of their day, and gives the name of it for each. A carton stays on the one it was put on first. */
async function onDays(
  carrier: string,
  written: Options,
  rows: readonly { carton_id: number; fields: Record<string, string> }[],
): Promise<string[]> {
  const { days, cut_off: cutOff, closed, time_zone: zone } = written;
  const today = nextDay({ days, cutOff, closed, leadDays: 0 }, new Date(), zone);
  if (today === undefined)
    throw new CarrierRefused('the carrier collects on no day within a year: look at days and closed');
  const folder = new ManifestFolder(written.folder, slug(carrier));
  const names = await Promise.all(rows.map(async ({ carton_id }) => (await folder.find(carton_id)) ?? today));
  for (const name of new Set(names)) {
    await folder.put(
      name,
      rows.filter((_, index) => names[index] === name),
    );
    await publish(folder, carrier, written, name);
  }
  return names.map((name) => fileName(carrier, name));
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

/** Handed to the driver, or past its day: what is on it the carrier has heard of. */
function isClosed(name: string, { manifest_per, cut_off, time_zone }: Options): boolean {
  if (manifest_per === 'pickup') return true;
  const { day: today, time } = wallClock(new Date(), time_zone);
  return name < today || (name === today && time > cut_off);
}

function numbersOf(
  written: Pick<Options, 'tracking_number' | 'check_digit' | 'number_ranges' | 'first_carton'>,
): TrackingNumbers {
  const parts = template(written.tracking_number, numberPlaces);
  return {
    parts: typeof parts === 'string' ? [] : parts,
    check: written.check_digit,
    ranges: written.number_ranges,
    firstCarton: written.first_carton,
  };
}

const fileName = (carrier: string, manifest: string) => `${slug(carrier)}-${manifest}`;

/** The carrier's name as part of a file's name. */
function slug(carrier: string): string {
  const plain = carrier.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^0-9a-z]+/g, '-').replaceAll(/^-|-$/g, '') || 'carrier';
}
