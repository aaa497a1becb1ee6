import { Button, Group, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useMemo, useRef, useState } from 'react';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { columnsOf } from './columns/catalogue.tsx';
import { type Column, embedOf, layoutOf } from './columns/column.ts';
import { Heading } from './columns/heading.tsx';
import { Refusal } from './refusal.tsx';
import { type OrderRow, useOrderRows } from './rows.ts';

const rowHeight = 36;

export interface GridProps {
  readonly filter: string | undefined;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly columnNames: readonly string[];
}

/** The orders that match, as one list that scrolls. */
export function Grid({ filter, sort, onSort, columnNames }: GridProps) {
  const texts = useTexts();
  const { language } = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: 1 });
  const columns = useMemo(() => columnsOf(columnNames, texts, language), [columnNames, texts, language]);
  const wanted = { filter, sort, embed: embedOf(columns) };
  const { total, rowAt, error, newer, showNewer } = useOrderRows(wanted, range.from, range.to);
  const rows = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    onChange: ({ range: seen }) => {
      if (seen) setRange({ from: seen.startIndex, to: seen.endIndex + 1 });
    },
  });
  const { tracks, width } = layoutOf(columns);
  if (error) return <Refusal error={error} />;
  return (
    <>
      <Group h={30}>
        <Text size="sm" aria-live="polite">
          {total === undefined ? '…' : total === 0 ? texts.orders.none : texts.orders.count(total)}
        </Text>
        {newer > 0 && (
          <Button size="compact-sm" variant="light" onClick={showNewer}>
            {texts.orders.newer(newer)}
          </Button>
        )}
      </Group>
      <div
        className="orders"
        ref={scroller}
        role="table"
        aria-label={texts.orders.title}
        aria-rowcount={total ?? -1}
        tabIndex={0}
        style={{ '--tracks': tracks, '--tracks-width': `${width}px` } as CSSProperties}
      >
        <div role="rowgroup" className="head">
          <div role="row">
            {columns.map((column) => (
              <Heading key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </div>
        </div>
        <div role="rowgroup" className="rows" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <Row key={index} index={index} top={start} row={rowAt(index)} columns={columns} />
          ))}
        </div>
      </div>
    </>
  );
}

interface RowProps {
  readonly index: number;
  readonly top: number;
  /** Undefined until it was read. */
  readonly row: OrderRow | undefined;
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
