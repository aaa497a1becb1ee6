import { useTexts } from '../../texts/texts.tsx';
import type { RowActions } from '../row-actions.ts';
import type { OrderRow } from '../rows.ts';
import type { OrderSelection } from './use-selection.ts';

/** The box of a row. With the Shift key it takes all rows up to the last one. */
export function RowBox(props: {
  readonly index: number;
  readonly row: OrderRow | undefined;
  readonly isSelected: boolean;
  readonly actions: Pick<RowActions, 'toggle' | 'extendTo'>;
}) {
  const { index, row, isSelected, actions } = props;
  const texts = useTexts();
  return (
    <div role="cell" className="box">
      {row && (
        <input
          type="checkbox"
          aria-label={texts.selection.row(row.number)}
          checked={isSelected}
          onChange={({ nativeEvent }) => {
            if ((nativeEvent as MouseEvent).shiftKey) actions.extendTo(index);
            else actions.toggle(index);
          }}
        />
      )}
    </div>
  );
}

/** The box in the heading takes the rows that are read, or clears the selection. */
export function LoadedBox({ selection }: { readonly selection: OrderSelection }) {
  const texts = useTexts();
  const isPartly = selection.count > 0 && !selection.areAllOn;
  return (
    <div role="columnheader" className="box">
      <input
        type="checkbox"
        aria-label={texts.selection.loaded}
        checked={selection.areAllOn}
        ref={(box) => {
          if (box) box.indeterminate = isPartly;
        }}
        onChange={selection.toggleLoaded}
      />
    </div>
  );
}
