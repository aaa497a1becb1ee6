import { Link } from '@tanstack/react-router';
import { ago, moment } from '../../ground/time.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import type { OrderRow } from '../rows.ts';

/** An order on the board. It opens the order. */
export function Card({ row }: { readonly row: OrderRow }) {
  const texts = useTexts();
  const { language } = useLanguage();
  const { id, number, customer, carrier, since, hold_reason: held } = row;
  return (
    <Link to="/orders/$id" params={{ id: String(id) }} className="board-card">
      <span className="board-line">
        <b>{number}</b>
        <time title={moment(since, language)}>{ago(since, language)}</time>
      </span>
      <span>{customer?.name}</span>
      <span className="board-line">
        <span>{carrier?.name ?? texts.board.noCarrier}</span>
        <span>{held ?? (row.reason === 'hand' ? texts.order.track.hand : texts.whereabouts(row))}</span>
      </span>
    </Link>
  );
}
