import { type FieldOptions, identifier, reference, times } from './field.ts';

/** The form of an id that a record has at a source, such as a shop. */
export const atSource = { min: 1, max: 200, write: true } as const;

/** The fields of an external id of a record. No two records of a kind have the same at a source. */
export const externalId = {
  source_id: reference('source', {
    nullable: true,
    write: true,
    description: 'The shop or channel that has the id. All ids without a source share one',
    example: 1,
  }),
  external_id: identifier({
    ...atSource,
    required: true,
    indexed: true,
    description: 'The id at the source. Capitals make no difference',
    example: '632910392',
  }),
  ...times,
};

/**
 * The source of a record, and its id there. A create with the pair of an existing record makes nothing.
 * @param of the records in the plural, for descriptions: "receipts"
 */
export const idAtSource = <const More extends Pick<FieldOptions, 'fact'>>(of: string, more: More) => ({
  source_id: reference('source', { nullable: true, write: true, import: 'Name of the source.', ...more }),
  external_id: identifier({
    ...atSource,
    nullable: true,
    indexed: true,
    description: `The id at the source, such as a shop. No two ${of} have the same at a source, also where capitals differ. All ids without a source share one`,
    example: '450789469',
    import: 'Id at the source. A record with this id is not created again.',
    ...more,
  }),
});
