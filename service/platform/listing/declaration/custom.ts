import { object } from '../../../../records/field.ts';

/** The field for the caller's own fields. The body takes it as `omittable(jsonObject())`, and the column is `custom`. */
export const customFields = () => object({ filter: true, description: 'Your own fields. Filters use custom.<name>' });
