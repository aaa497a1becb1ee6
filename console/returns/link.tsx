import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReturnOrder } from '../../client/browser.ts';

/** Leads to the page of a return. */
export function ReturnLink({ of: { id, number } }: { readonly of: Pick<ReturnOrder, 'id' | 'number'> }) {
  return (
    <Anchor inherit renderRoot={(props) => <Link to="/returns/$id" params={{ id: String(id) }} {...props} />}>
      {number}
    </Anchor>
  );
}

/** Leads to the order of a return, by its number if the user may read orders. */
export function OrderLink({ of: { salesorder_id: id, salesorder } }: { readonly of: ReturnOrder }) {
  if (!salesorder) return id;
  return (
    <Anchor inherit renderRoot={(props) => <Link to="/orders/$id" params={{ id: String(id) }} {...props} />}>
      {salesorder.number}
    </Anchor>
  );
}
