import { z } from 'zod';
import { documentKinds, printableKinds } from '../../../lib/printing/content.ts';
import { choice, id, idList, idsInQuery, omittable, text } from '../../platform/coercion/coerce.ts';
import { recordId } from '../../platform/ids/ids.ts';

/** The records that a document can be made of. */
export const sources = [
  ...(['salesorder_id', 'pick_id', 'ship_id', 'carton_id'] as const),
  ...(['location_id', 'site_id', 'user_id', 'returnorder_id'] as const),
] as const;
export type Source = (typeof sources)[number];

export const documentBody = z
  .object({
    kind: choice(...documentKinds),
    salesorder_id: omittable(id()),
    pick_id: omittable(id()),
    ship_id: omittable(id()),
    carton_id: omittable(id()),
    location_id: omittable(idList()),
    site_id: omittable(id()).describe('All active storage locations of the site'),
    user_id: omittable(idList()),
    returnorder_id: omittable(id()),
  })
  .meta({ example: { kind: 'picklist', pick_id: 1 } });
export type DocumentBody = z.output<typeof documentBody>;

/** Ids of the documents to put into one file. */
export const printoutQuery = z.object({ document_id: idsInQuery() });
export type PrintoutQuery = z.output<typeof printoutQuery>;

export const printBody = z.object({
  printer: text(120, { min: 1 }).meta({
    description: 'Name of a printer of the configuration, as `GET /printer` lists it',
    example: 'Packing bench 1',
  }),
});

export const listedPrinter = z
  .object({
    name: z.string().meta({ example: 'Packing bench 1' }),
    kinds: z.array(z.enum(printableKinds)).meta({
      description: 'Its purpose: kinds of documents, and `carrierlabel` for the labels of carriers',
    }),
    site: z.string().nullable().meta({
      description: 'Name of the site where it stands, as in the configuration; null for all sites',
      example: 'Main',
    }),
    site_id: recordId().nullable().meta({ description: 'The site with this name; null without one' }),
  })
  .meta({ example: { name: 'Packing bench 1', kinds: ['cartonlabel'], site: 'Main', site_id: 1 } });
export type ListedPrinter = z.output<typeof listedPrinter>;

/** Letters that the font of documents lacks. The paper has boxes in their place. */
export const missingLettersOf = z
  .array(
    z.object({
      order: z
        .string()
        .nullable()
        .meta({ description: 'Number of the order with the text; null for a text of no order' }),
      field: z.string().meta({ description: 'The place of the text in the document: `ship_to.name`' }),
      text: z.string(),
      letters: z.string().meta({ description: 'The letters that the font lacks, each once' }),
    }),
  )
  .meta({
    description:
      'Letters that the font of documents lacks: the paper has boxes in their place. `documents.font` of the configuration sets another font',
    example: [],
  });

const printerAnswer = {
  printer: z.string(),
  status: z.string().meta({ description: 'The answer of the printer: a status of HTTP or of IPP' }),
  job_id: z.int().nullable().meta({ description: 'The number of the job in the queue of the printer; null over HTTP' }),
  job_state: z.string().nullable().meta({ description: '`pending`, `processing`, `completed`, …; null over HTTP' }),
  message: z.string().nullable().meta({ description: 'The words of the printer' }),
};
const exampleAnswer = {
  ...{ printer: 'Packing bench 1', status: 'successful-ok' },
  ...{ job_id: 42, job_state: 'processing', message: null },
};

export const sentDocument = z
  .object({ document_id: recordId(), ...printerAnswer, missing_letters: missingLettersOf })
  .meta({ example: { document_id: 17, ...exampleAnswer, missing_letters: [] } });
export type SentDocument = z.output<typeof sentDocument>;

export const sentLabel = z
  .object({ carton_id: recordId(), booking_id: recordId(), ...printerAnswer })
  .meta({ example: { carton_id: 5, booking_id: 9, ...exampleAnswer } });
export const sentReturnLabel = sentLabel
  .omit({ carton_id: true })
  .extend({ returnorder_id: recordId() })
  .meta({ example: { returnorder_id: 5, booking_id: 9, ...exampleAnswer } });
export type SentLabel = Omit<z.output<typeof sentLabel>, 'carton_id'>;
