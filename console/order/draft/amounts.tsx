import { Text } from '@mantine/core';
import type { SalesOrder } from '../../../client/browser.ts';
import { useTexts } from '../../texts/texts.tsx';

/** Discounts, fees and totals of a draft, as the service computed them when it was last saved. */
export function Amounts({ order }: { readonly order: SalesOrder }) {
  const { draft: texts } = useTexts();
  const lines = order.lines ?? [];
  const ofLines = lines.flatMap(({ part, discounts = [], fees = [] }) => [
    ...discounts.map(({ id, amount }) => ({ key: `d${id}`, name: texts.discount, of: part?.number, amount: -amount })),
    ...fees.map(({ id, amount }) => ({ key: `f${id}`, name: texts.fee, of: part?.number, amount })),
  ]);
  const ofOrder = [
    ...(order.discounts ?? []).map(({ id, discount, amount }) => ({
      ...{ key: `d${id}`, name: discount?.name ?? texts.discount, of: undefined, amount: -amount },
    })),
    ...(order.fees ?? []).map(({ id, fee, amount }) => ({
      ...{ key: `f${id}`, name: fee?.name ?? texts.fee, of: undefined, amount },
    })),
  ];
  const rows = [
    { key: 'subtotal', name: texts.subtotal, of: undefined, amount: order.subtotal },
    ...ofLines,
    ...ofOrder,
    { key: 'tax', name: texts.tax, of: undefined, amount: order.total_tax },
    { key: 'total', name: texts.total, of: undefined, amount: order.total },
  ];
  return (
    <div className="draft-amounts">
      <dl>
        {rows.map(({ key, name, of, amount }) => (
          <div key={key}>
            <dt>{of === undefined ? name : `${name}, ${texts.perUnit(of)}`}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <Text size="xs" c="dimmed">
        {texts.asSaved}
      </Text>
    </div>
  );
}
