import { json, text, times } from './field.ts';
import { record } from './record.ts';

/** No other record has a relation to preferences, and their list has those of the caller alone. */
export const preference = record(
  'preference',
  'A value that a program keeps for its user, such as the language or the width of a column',
  {
    name: text({ example: 'orders.density' }),
    value: json({
      description: 'Any JSON value, unchanged. A number that a binary float cannot hold becomes text',
      example: { rows: 'compact' },
    }),
    ...times,
  },
);
