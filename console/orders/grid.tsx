import './selection/selection.css';
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { usePermits } from '../ground/session.ts';
import { type Texts, useLanguage, useTexts } from '../texts/texts.tsx';
import { columnsOf } from './columns/catalogue.tsx';
import { type Column, layoutOf, readable, relationsOf } from './columns/column.ts';
import { Heading } from './columns/heading.tsx';
import { Refusal } from './refusal.tsx';
import { type OrderRow, useOrderRows } from './rows.ts';
import { SelectionBar } from './selection/bar.tsx';
import { LoadedBox, RowBox } from './selection/boxes.tsx';
import { type Cursor, useCursor } from './selection/cursor.ts';
import { type OrderSelection, useSelection } from './selection/use-selection.ts';

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
  const permits = usePermits();
  const chosen = useMemo(() => columnsOf(columnNames, texts, language), [columnNames, texts, language]);
  const columns = readable(chosen, permits);
  const wanted = { filter, sort, embed: relationsOf(columns) };
  const { total, isAtLeast, countAll, rowAt, error, newer, showNewer } = useOrderRows(wanted, range.from, range.to);
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
  const selection = useSelection({ filter, sort, total, rowAt, range });
  const cursor = useRowCursor(selection, range.from, rows.scrollToIndex, rowAt);
  // The end of the list, and the number that a bulk run is offered for, need the whole count.
  const needsAll = isAtLeast && total !== undefined && (range.to >= total || selection.areAllOn);
  useEffect(() => {
    if (needsAll) countAll();
  }, [needsAll, countAll]);
  if (error) return <Refusal error={error} />;
  return (
    <>
      <SelectionBar selection={selection}>
        <Group h={30}>
          <Text size="sm" aria-live="polite">
            {countText(texts, total, isAtLeast)}
          </Text>
          {newer > 0 && (
            <Button size="compact-sm" variant="light" onClick={showNewer}>
              {texts.orders.newer(newer)}
            </Button>
          )}
        </Group>
      </SelectionBar>
      <div
        className={selection.isOffered ? 'orders selectable' : 'orders'}
        ref={scroller}
        role="table"
        aria-label={texts.orders.title}
        aria-rowcount={total ?? -1}
        tabIndex={0}
        style={{ '--tracks': tracks, '--tracks-width': `${width}px` } as CSSProperties}
      >
        <div role="rowgroup" className="head">
          <div role="row">
            {selection.isOffered && <LoadedBox selection={selection} />}
            {columns.map((column) => (
              <Heading key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
          </div>
        </div>
        <div role="rowgroup" className="rows" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <Row key={index} index={index} top={start} row={rowAt(index)} {...{ columns, selection, cursor }} />
          ))}
        </div>
      </div>
    </>
  );
}

function countText({ orders }: Texts, total: number | undefined, isAtLeast: boolean): string {
  if (total === undefined) return '…';
  if (isAtLeast) return orders.atLeast(total);
  return total === 0 ? orders.none : orders.count(total);
}

interface RowProps {
  readonly index: number;
  readonly top: number;
  /** Undefined until it was read. */
  readonly row: OrderRow | undefined;
  readonly columns: readonly Column[];
  readonly selection: OrderSelection;
  readonly cursor: Cursor;
}

function Row({ index, top, row, columns, selection, cursor }: RowProps) {
  const place = useRef<HTMLDivElement>(null);
  const isAt = cursor.at === index;
  useEffect(() => {
    if (isAt && cursor.takesFocus(index)) place.current?.focus({ preventScroll: true });
  });
  return (
    <div
      ref={place}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selection.isOffered ? selection.isOn(row) : undefined}
      className={isAt ? 'cursor' : undefined}
      tabIndex={isAt ? 0 : -1}
      onFocus={() => cursor.enter(index)}
      style={{ transform: `translateY(${top}px)` }}
    >
      {selection.isOffered && <RowBox {...{ selection, index, row }} />}
      {columns.map(({ name, isNumber, cell }) => (
        <div role="cell" key={name} className={isNumber ? 'number' : undefined}>
          {row ? cell(row) : '…'}
        </div>
      ))}
    </div>
  );
}

/** The cursor that keys move over the rows. Enter opens the order under it. */
function useRowCursor(
  selection: OrderSelection,
  first: number,
  scrollTo: (index: number) => void,
  rowAt: (index: number) => OrderRow | undefined,
): Cursor {
  const navigate = useNavigate();
  return useCursor({
    count: selection.total,
    first,
    scrollTo,
    open: (index) => {
      const row = rowAt(index);
      if (row) void navigate({ to: '/orders/$id', params: { id: String(row.id) } });
    },
    ...(selection.isOffered
      ? { toggle: selection.toggle, extendTo: (index) => void selection.extendTo(index, true) }
      : { toggle: undefined, extendTo: undefined }),
  });
}
