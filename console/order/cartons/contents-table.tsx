import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../texts/texts.tsx';
import type { ContentRow } from './contents.ts';

export interface ContentsTableProps {
  readonly rows: readonly ContentRow[];
  readonly orderId: number;
  /** Name of the carton. */
  readonly name: string;
}

/** The contents of a carton. A long list scrolls in its place. */
export function ContentsTable({ rows, orderId, name }: ContentsTableProps) {
  const { cartons: texts } = useTexts();
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.empty}
      </Text>
    );
  }
  const isShared = rows.some(({ order }) => order && order.id !== orderId);
  return (
    <section className="carton-contents" tabIndex={0} aria-label={texts.contents(name)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.part}</th>
            {isShared && <th scope="col">{texts.ofOrder}</th>}
            <th scope="col" className="number">
              {texts.qty}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td>
                <PartCell row={row} />
              </td>
              {isShared && <td>{row.order && <OrderOfRow order={row.order} />}</td>}
              <td className="number">{row.qty}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PartCell({ row: { part, partId, lot, serials } }: { readonly row: ContentRow }) {
  const { cartons: texts } = useTexts();
  return (
    <>
      <span className="part-number">{part?.number ?? `#${partId}`}</span> {part?.name}
      {lot !== null && <div className="detail">{texts.lot(lot)}</div>}
      {serials.length > 0 && (
        <details className="detail">
          <summary>{texts.serials(serials.length)}</summary>
          {serials.join(', ')}
        </details>
      )}
    </>
  );
}

function OrderOfRow({ order: { id, number } }: { readonly order: { id: number; number: string } }) {
  return (
    <Anchor renderRoot={(props) => <Link to="/orders/$id" params={{ id: String(id) }} {...props} />} inherit>
      {number}
    </Anchor>
  );
}
