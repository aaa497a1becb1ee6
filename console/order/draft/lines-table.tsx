import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { memo } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import type { DraftState } from './use-draft.ts';
import { pathOf, type Row, type RowField, rowFields } from './values.ts';

/** The lines of a draft. Each is drawn again only if it changes: an order may have thousands. */
export function LinesTable({ draft }: { readonly draft: DraftState }) {
  const { draft: texts } = useTexts();
  const { typed, faults, theirs, setRow, toggleRow } = draft;
  return (
    <div role="table" aria-label={texts.lines} className="draft-lines">
      <div role="row" className="head">
        <span role="columnheader">{texts.part}</span>
        <span role="columnheader">{texts.qty}</span>
        <span role="columnheader">{texts.price}</span>
        <span role="columnheader" />
      </div>
      {typed.rows.map((row) => (
        <LineRow
          key={row.key}
          row={row}
          qtyFault={faults[pathOf(row, 'qty')]}
          priceFault={faults[pathOf(row, 'unit_price')]}
          qtyTheirs={theirs[pathOf(row, 'qty')]}
          priceTheirs={theirs[pathOf(row, 'unit_price')]}
          setRow={setRow}
          toggleRow={toggleRow}
        />
      ))}
    </div>
  );
}

interface LineRowProps extends Pick<DraftState, 'setRow' | 'toggleRow'> {
  readonly row: Row;
  readonly qtyFault: ReactNode;
  readonly priceFault: ReactNode;
  readonly qtyTheirs: string | undefined;
  readonly priceTheirs: string | undefined;
}

const LineRow = memo(function LineRow({ row, setRow, toggleRow, ...notes }: LineRowProps) {
  const { draft: texts } = useTexts();
  const { key, name, detail, isRemoved } = row;
  const labels: Record<RowField, string> = { qty: texts.qtyOf(name), unit_price: texts.priceOf(name) };
  const faults: Record<RowField, ReactNode> = { qty: notes.qtyFault, unit_price: notes.priceFault };
  const theirs: Record<RowField, string | undefined> = { qty: notes.qtyTheirs, unit_price: notes.priceTheirs };
  const Icon = isRemoved ? IconArrowBackUp : IconX;
  return (
    <div role="row" className={isRemoved ? 'removed' : undefined}>
      <div role="cell" className="part">
        <Text size="sm" fw={600} component="span">
          {name}
        </Text>{' '}
        <span>{detail}</span>
        {(isRemoved || row.id === null) && <Text size="xs">{isRemoved ? texts.removed : texts.isNew}</Text>}
      </div>
      {rowFields.map((field) => (
        <div role="cell" key={field}>
          <TextInput
            size="xs"
            inputMode="decimal"
            aria-label={labels[field]}
            value={row[field]}
            error={faults[field]}
            description={theirs[field] === undefined ? undefined : texts.theirs(theirs[field])}
            disabled={isRemoved}
            onChange={({ currentTarget }) => setRow(key, field, currentTarget.value)}
          />
        </div>
      ))}
      <div role="cell">
        <ActionIcon
          variant="default"
          aria-label={isRemoved ? texts.keep(name) : texts.remove(name)}
          onClick={() => toggleRow(key)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
});
