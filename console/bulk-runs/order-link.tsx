import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** Leads to an order by its number. */
export function OrderLink({ id, number }: { readonly id: number; readonly number: string }) {
  return (
    <Anchor renderRoot={(props) => <Link to="/orders/$id" params={{ id: String(id) }} {...props} />} inherit>
      {number}
    </Anchor>
  );
}
