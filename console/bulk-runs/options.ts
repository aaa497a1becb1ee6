import type { NewBulkRun } from '../../client/browser.ts';
import type { BulkAction } from './actions.ts';

type Options = NonNullable<NewBulkRun['options']>;

/** Values of a form's fields: the options of all actions. Each action sends its own. */
export interface OptionValues {
  reason: string;
  warnings: 'stop' | 'ignore' | 'possible';
  not_before: string;
  give_up_at: string;
  task_ids: string[];
  by: 'none' | NonNullable<Options['by']>;
  max_orders: string;
  max_lines: string;
  max_weight_g: string;
  documents: string[];
  again: boolean;
  rate: string;
}

/** Ids of the tasks, by their names. */
export const taskIds = { pick: '1', pack: '2', ship: '3', pickup: '4' } as const;

export const firstValues: OptionValues = {
  reason: '',
  warnings: 'stop',
  not_before: '',
  give_up_at: '',
  task_ids: Object.values(taskIds),
  by: 'none',
  max_orders: '',
  max_lines: '',
  max_weight_g: '',
  documents: ['picklist', 'packingslip'],
  again: false,
  rate: '',
};

/** A number that somebody typed. Other text is sent unchanged, and the service refuses it at its field. */
const numeric = (typed: string) => (typed.trim() === '' ? null : (Number(typed) as number));
/** The time of a field, which is in the zone of the browser, as an ISO time. */
const isoTime = (typed: string) => (typed === '' ? null : new Date(typed).toISOString());

const bodies: { readonly [action in BulkAction]?: (values: OptionValues) => Options } = {
  issue: ({ warnings, not_before, give_up_at }) =>
    warnings === 'possible'
      ? present({ when: 'possible' as const, not_before: isoTime(not_before), give_up_at: isoTime(give_up_at) })
      : { ignore_warnings: warnings === 'ignore' },
  hold: ({ reason }) => ({ reason }),
  autowork: ({ task_ids }) =>
    task_ids.length === Object.keys(taskIds).length ? {} : { task_ids: task_ids.map(Number) },
  pick: ({ by, max_orders, max_lines, max_weight_g }) =>
    by === 'none'
      ? {}
      : present({
          by,
          max_orders: numeric(max_orders),
          max_lines: numeric(max_lines),
          max_weight_g: numeric(max_weight_g),
        }),
  print: ({ documents, again }) => ({ documents: documents as NonNullable<Options['documents']>, again }),
};

const present = (options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));

/** Returns the options and the rate of a run, as its call takes them. */
export function bodyOf(action: BulkAction, values: OptionValues): Pick<NewBulkRun, 'options' | 'rate'> {
  const rate = numeric(values.rate);
  return { options: bodies[action]?.(values) ?? {}, ...(rate === null ? {} : { rate }) };
}

/** Returns whether the options say enough for a dry run without anybody. */
export const needsNothing = (action: BulkAction): boolean => action !== 'hold';
