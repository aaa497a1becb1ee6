import { memo, useEffect, useRef } from 'react';
import type { Column } from './columns/column.ts';
import type { RowActions } from './row-actions.ts';
import type { OrderRow } from './rows.ts';
import { RowBox } from './selection/boxes.tsx';

interface RowProps {
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  /** Undefined until it was read. */
  readonly row: OrderRow | undefined;
  readonly columns: readonly Column[];
  /** Null where nothing can be selected. */
  readonly isSelected: boolean | null;
  /** Whether the cursor of the keys is here. */
  readonly isAt: boolean;
  readonly actions: RowActions;
}

/**
 * A row of the list of orders. A frame of a scrolling list draws only the rows that appear: with all rows in view, it took longer than
 * the 16.7 ms that a frame has.
 */
export const Row = memo(function Row({ index, top, row, columns, isSelected, isAt, actions }: RowProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAt && actions.takesFocus(index)) place.current?.focus({ preventScroll: true });
  });
  return (
    <div
      ref={place}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected ?? undefined}
      className={isAt ? 'cursor' : undefined}
      data-gone={row?.isGone || undefined}
      tabIndex={isAt ? 0 : -1}
      onFocus={() => actions.enter(index)}
      style={{ transform: `translateY(${top}px)` }}
    >
      {isSelected !== null && <RowBox {...{ index, row, isSelected, actions }} />}
      {columns.map(({ name, isNumber, cell }) => (
        <div role="cell" key={name} className={isNumber ? 'number' : undefined}>
          {row ? cell(row) : '…'}
        </div>
      ))}
    </div>
  );
});
