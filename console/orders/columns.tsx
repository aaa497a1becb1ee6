import { Anchor, Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ago, moment } from '../ground/time.ts';
import type { Texts } from '../texts/en.ts';
import type { OrderRow } from './rows.ts';

export interface Column {
  readonly name: string;
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (row: OrderRow) => ReactNode;
}

const colors = { attention: 'red', held: 'yellow', waiting: 'gray', working: 'green', done: 'blue' } as const;

/** Returns the columns of the list of orders. */
export function columnsOf(texts: Texts, language: string): readonly Column[] {
  const { columns } = texts.orders;
  return [
    { name: 'number', title: columns.number, cell: (row) => <OrderLink row={row} /> },
    { name: 'customer', title: columns.customer, cell: (row) => row.customer?.name },
    { name: 'state', title: columns.state, cell: (row) => <State row={row} texts={texts} /> },
    {
      name: 'since',
      title: columns.since,
      cell: ({ since }) => <time title={moment(since, language)}>{ago(since, language)}</time>,
    },
    { name: 'carrier', title: columns.carrier, cell: (row) => row.carrier?.name },
    {
      name: 'shipTo',
      title: columns.shipTo,
      cell: (row) => [row.ship_to_name, row.ship_city].filter(Boolean).join(', '),
    },
    { name: 'total', title: columns.total, isNumber: true, cell: ({ total }) => total },
    { name: 'priority', title: columns.priority, isNumber: true, cell: ({ priority }) => priority },
  ];
}

function OrderLink({ row: { id, number } }: { readonly row: OrderRow }) {
  return (
    <Anchor renderRoot={(props) => <Link to="/orders/$id" params={{ id: String(id) }} {...props} />} inherit>
      {number}
    </Anchor>
  );
}

function State({ row: { state, step, reason }, texts }: { readonly row: OrderRow; readonly texts: Texts }) {
  const why = [step && texts.steps[step], reason && (texts.reasons[reason] ?? reason)].filter(Boolean).join(': ');
  return (
    <>
      <Badge color={colors[state]} variant="dot" size="sm" tt="none">
        {texts.states[state]}
      </Badge>{' '}
      <span title={why}>{why}</span>
    </>
  );
}
