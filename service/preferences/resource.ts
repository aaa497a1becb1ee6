import { id, json, text, timestamp } from '../../records/field.ts';
import { resource } from '../platform/listing/declaration/resource.ts';

/** No other resource has a relation to preferences, and their list has those of the caller alone. */
export const preference = resource('preference', {
  description: 'A value that a program keeps for its user, such as the language or the width of a column',
  fields: {
    id: id(),
    name: text(),
    value: json({
      description: 'Any JSON value, unchanged. A number that a binary float cannot hold becomes text',
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
});
