import './lines.css';
import { Anchor, Group, Skeleton, Text, Title } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef, useState } from 'react';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { type Texts, useLanguage, useTexts } from '../../texts/texts.tsx';
import { OrderDialog } from '../call-form.tsx';
import type { Shown } from '../order.ts';
import { CancelForm } from './cancel-form.tsx';
import { type LineRow, nameOf, openOf, shortOf, useLineRows } from './rows.ts';

const rowHeight = 34;
/** Number of rows that the page shows without a separate scroll. */
const shownWhole = 14;

/** The states in which units of lines can be canceled. */
const cancelable: readonly string[] = ['Issued', 'In Progress'];

/** The lines of the order with their states, and the cancel of units that have not left. */
export function Lines({ order, progress }: Shown) {
  const texts = useTexts().order.lines;
  const { language } = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: 1 });
  const { total, rowAt, error, reread } = useLineRows(order.id, range.from, range.to);
  const rows = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    onChange: ({ range: seen }) => {
      if (seen) setRange({ from: seen.startIndex, to: seen.endIndex + 1 });
    },
  });
  const permits = usePermits();
  // The dialog keeps its title while it closes.
  const [{ row: chosen, isOpen }, setChosen] = useState<{ row: LineRow | null; isOpen: boolean }>({
    row: null,
    isOpen: false,
  });
  const close = () => setChosen({ row: chosen, isOpen: false });
  const mayCancel = permits('salesorderline.cancel') && cancelable.includes(progress.status);
  const columns = columnsOf(texts, language, mayCancel ? (row) => setChosen({ row, isOpen: true }) : null);
  return (
    <section aria-labelledby="lines">
      <Group gap="sm" mb={4}>
        <Title order={2} size="h4" id="lines">
          {texts.title}
        </Title>
        {total !== undefined && (
          <Text size="sm" c="dimmed">
            {total === 0 ? texts.none : texts.count(total)}
          </Text>
        )}
      </Group>
      {error && <ProblemNotice error={error} onRetry={reread} />}
      {total === undefined && !error && <Skeleton height={120} />}
      <div
        className="order-lines"
        ref={scroller}
        role="table"
        aria-label={texts.title}
        aria-rowcount={total ?? -1}
        tabIndex={0}
        style={{ height: Math.min(total ?? 0, shownWhole) * rowHeight + rowHeight + 2 }}
        hidden={!total}
      >
        <div role="rowgroup" className="head">
          <div role="row">
            {columns.map(({ name, title, isNumber }) => (
              <div role="columnheader" key={name} className={isNumber ? 'number' : undefined}>
                {title}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="rows" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <Row key={index} {...{ index, columns }} top={start} row={rowAt(index)} />
          ))}
        </div>
      </div>
      {chosen && (
        <OrderDialog title={`${order.number}: ${texts.cancelOf(nameOf(chosen))}`} {...{ isOpen }} onClose={close}>
          <CancelForm order={order} row={chosen} onClose={close} />
        </OrderDialog>
      )}
    </section>
  );
}

interface Column {
  readonly name: string;
  readonly title: string;
  readonly isNumber: boolean;
  readonly cell: (row: LineRow) => ReactNode;
}

/** @param cancel opens the form that cancels units of a line; null for nobody */
function columnsOf(
  { columns, cancel: cancelWord, cancelOf }: Texts['order']['lines'],
  language: string,
  cancel: ((row: LineRow) => void) | null,
): readonly Column[] {
  const number = (name: string, title: string, value: (row: LineRow) => number): Column => ({
    name,
    title,
    isNumber: true,
    // A zero is gray, so that the other counts are found at a glance.
    cell: (row) => (value(row) === 0 ? <span className="zero">0</span> : value(row).toLocaleString(language)),
  });
  return [
    { name: 'part', title: columns.part, isNumber: false, cell: ({ part }) => part?.number },
    { name: 'name', title: columns.name, isNumber: false, cell: ({ part, description }) => description ?? part?.name },
    number('ordered', columns.ordered, ({ qty }) => qty),
    number('picked', columns.picked, ({ qty_picked }) => qty_picked),
    number('packed', columns.packed, ({ qty_packed }) => qty_packed),
    number('shipped', columns.shipped, ({ qty_shipped }) => qty_shipped),
    number('pickedUp', columns.pickedUp, ({ qty_picked_up }) => qty_picked_up),
    withButton(
      number('canceled', columns.canceled, ({ qty_canceled }) => qty_canceled),
      (row) =>
        cancel && openOf(row) > 0 ? (
          <Anchor
            component="button"
            type="button"
            inherit
            aria-label={cancelOf(nameOf(row))}
            onClick={() => cancel(row)}
          >
            {cancelWord}
          </Anchor>
        ) : null,
    ),
    {
      ...number('short', columns.short, shortOf),
      cell: (row) =>
        shortOf(row) === 0 ? (
          <span className="zero">0</span>
        ) : (
          <b className="short">{shortOf(row).toLocaleString(language)}</b>
        ),
    },
    {
      ...number('price', columns.price, ({ unit_price }) => unit_price),
      cell: ({ unit_price }) => unit_price.toLocaleString(language, { minimumFractionDigits: 2 }),
    },
  ];
}

/** Returns a column whose cells have a button before their value. */
const withButton = (column: Column, button: Column['cell']): Column => ({
  ...column,
  cell: (row) => (
    <>
      {button(row)} {column.cell(row)}
    </>
  ),
});

interface RowProps {
  readonly index: number;
  readonly top: number;
  /** Undefined until it was read. */
  readonly row: LineRow | undefined;
  readonly columns: readonly Column[];
}

function Row({ index, top, row, columns }: RowProps) {
  return (
    <div role="row" aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }}>
      {columns.map(({ name, isNumber, cell }) => (
        <div role="cell" key={name} className={isNumber ? 'number' : undefined}>
          {row ? cell(row) : '…'}
        </div>
      ))}
    </div>
  );
}
