import { boolean, name, text, times } from './field.ts';
import { record } from './record.ts';

const kind = (example: string) => ({
  name: name({ example }),
  level: text({
    values: ['line', 'order', 'any'],
    write: true,
    description: 'Where it can be used: on lines, on whole orders, or on both',
    example: 'any',
  }),
  active: boolean({ write: true }),
  ...times,
});

export const discount = record(
  'discount',
  'A kind of discount. The order or the line has the amount',
  kind('Regular customer'),
);
export const fee = record('fee', 'A kind of fee. The order or the line has the amount', kind('Gift wrapping'));
