import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePermits } from '../ground/session.ts';

/** Leads to an order by its number. It is text for users who may not read orders. */
export function OrderLink({ id, number }: { readonly id: number; readonly number: string }) {
  if (!usePermits()('salesorder.read')) return number;
  return (
    <Anchor renderRoot={(props) => <Link to="/orders/$id" params={{ id: String(id) }} {...props} />} inherit>
      {number}
    </Anchor>
  );
}
