import './selection/selection.css';
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { usePermits } from '../ground/session.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { columnsOf } from './columns/catalogue.tsx';
import { layoutOf, readable, relationsOf } from './columns/column.ts';
import { Heading } from './columns/heading.tsx';
import type { OrderCount } from './count.ts';
import { Refusal } from './refusal.tsx';
import { Row } from './row.tsx';
import { useRowActions } from './row-actions.ts';
import { type OrderRow, pagesOf, useOrderRows } from './rows.ts';
import { SelectionBar } from './selection/bar.tsx';
import { LoadedBox } from './selection/boxes.tsx';
import { type Cursor, useCursor } from './selection/cursor.ts';
import { type OrderSelection, useSelection } from './selection/use-selection.ts';

const rowHeight = 36;
/** Rows before and after those in view that are read, too: a third of a second of fast scrolling. */
const readAhead = 60;

export interface GridProps {
  readonly filter: string | undefined;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly columnNames: readonly string[];
  /** Whether the search has a faulty expression: the list then shows the result of the search before it. */
  readonly isFaulty: boolean;
}

/** The orders that match, as one list that scrolls. */
export function Grid({ filter, sort, onSort, columnNames, isFaulty }: GridProps) {
  const texts = useTexts();
  const { language } = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const [pages, setPages] = useState(pagesOf(0, 1));
  const permits = usePermits();
  const chosen = useMemo(() => columnsOf(columnNames, texts, language), [columnNames, texts, language]);
  const columns = useMemo(() => readable(chosen, permits), [chosen, permits]);
  const wanted = { filter, sort, embed: relationsOf(columns) };
  const { count, countAll, rowAt, error, newer, hasGone, showNewer } = useOrderRows(wanted, pages);
  const total = count?.total;
  const rows = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    onChange: ({ range: seen }) => {
      const from = Math.max(0, (seen?.startIndex ?? 0) - readAhead);
      const { first, last } = pagesOf(from, (seen?.endIndex ?? 0) + 1 + readAhead);
      setPages((before) => (before.first === first && before.last === last ? before : { first, last }));
    },
  });
  const range = { from: rows.range?.startIndex ?? 0, to: (rows.range?.endIndex ?? 0) + 1 };
  const { tracks, width } = layoutOf(columns);
  const selection = useSelection({ filter, sort, total, rowAt, range });
  const cursor = useRowCursor(selection, range.from, rows.scrollToIndex, rowAt);
  const actions = useRowActions(selection, cursor);
  // The end of the list, and the number that a bulk run is offered for, need the whole count.
  const needsAll = count?.isAtLeast === true && (range.to >= count.total || selection.areAllOn);
  useEffect(() => {
    if (needsAll) void countAll();
  }, [needsAll, countAll]);
  if (error) return <Refusal error={error} />;
  return (
    <>
      <SelectionBar selection={selection}>
        <Group h={30}>
          <Count count={count} isFaulty={isFaulty} />
          {(newer > 0 || hasGone) && (
            <Button size="compact-sm" variant="light" onClick={showNewer}>
              {newer > 0 ? texts.orders.newer(newer) : texts.orders.refresh}
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
          {rows.getVirtualItems().map(({ index, start }) => {
            const row = rowAt(index);
            const isSelected = selection.isOffered ? selection.isOn(row) : null;
            const isAt = cursor.at === index;
            return <Row key={index} top={start} {...{ index, row, columns, isSelected, isAt, actions }} />;
          })}
        </div>
      </div>
    </>
  );
}

/** How many orders match, and whether that is what somebody searches for now. */
function Count({ count, isFaulty }: { readonly count: OrderCount | undefined; readonly isFaulty: boolean }) {
  const { orders: texts } = useTexts();
  const wordsOf = ({ total, isAtLeast }: OrderCount) => {
    if (isAtLeast) return texts.atLeast(total);
    return total > 0 ? texts.count(total) : isFaulty ? null : texts.none;
  };
  const words = count ? wordsOf(count) : '…';
  return (
    <>
      <Text size="sm" aria-live="polite">
        {words}
      </Text>
      {isFaulty && <Text size="sm">{count?.total ? texts.beforeFault : texts.noneForFault}</Text>}
    </>
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
