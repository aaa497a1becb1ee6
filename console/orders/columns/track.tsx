import type { Texts } from '../../texts/en.ts';
import { fulfilled } from '../../texts/order-state.ts';
import type { OrderRow } from '../rows.ts';

const steps = ['pick', 'pack', 'ship', 'pickup'] as const;

type Mark = 'passed' | 'now' | 'ahead';

/**
 * Returns the marks of pick, pack, ship and pickup: behind the order, where it is, or before it. A list does not
 * show which steps behind the order were skipped; the page of the order shows that. Null for an order that ended
 * early.
 */
export function marksOf({ state, step, status_id }: Pick<OrderRow, 'state' | 'step' | 'status_id'>): Mark[] | null {
  if (state === 'done') return status_id === fulfilled ? steps.map(() => 'passed') : null;
  // A draft is before its first step.
  const present = (steps as readonly unknown[]).indexOf(step);
  return steps.map((_, index) => (index < present ? 'passed' : index === present ? 'now' : 'ahead'));
}

/** Four marks: how far an order has come. */
export function Track({ row, texts }: { readonly row: OrderRow; readonly texts: Texts }) {
  const marks = marksOf(row);
  if (!marks) return null;
  const words = steps.map((step, index) => `${texts.steps[step]} ${texts.views.track[marks[index] ?? 'ahead']}`);
  const label = words.join(', ');
  return (
    <span className="track" role="img" aria-label={label} title={label}>
      {steps.map((step, index) => (
        <i key={step} data-mark={marks[index]} />
      ))}
    </span>
  );
}
