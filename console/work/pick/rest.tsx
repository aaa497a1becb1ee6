import { Alert } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Client, Pick } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { addressOf, callsOf } from '../start/steps.ts';
import { useWorkTexts } from '../texts/use-texts.ts';

/** The units of the orders of a pick that are on no pick: a finished pick has not picked them. */
export function Rest({ pick: { rest = [] } }: { readonly pick: Pick }) {
  const texts = useWorkTexts().pick.rest;
  const navigate = useNavigate();
  const mayPick = usePermits()(callsOf.pick.creates);
  if (rest.length === 0) return null;
  const orders = [...new Set(rest.filter(({ location_id }) => location_id !== null).map(({ order_id }) => order_id))];
  return (
    <Alert color="yellow" role="alert" title={texts.title}>
      <ul className="units">
        {rest.map(({ id, qty, part, part_id, location, location_id }) => (
          <li key={id}>
            {location_id === null
              ? texts.short(qty, part?.number ?? `${part_id}`)
              : texts.units(qty, part?.number ?? `${part_id}`, location?.name ?? `${location_id}`)}
          </li>
        ))}
      </ul>
      {mayPick && orders.length > 0 && (
        <CallButton
          size="lg"
          action={(to: Client) => callsOf.pick.create(to, orders)}
          onDone={({ id }) => void navigate({ to: addressOf('pick', id) })}
        >
          {texts.pick}
        </CallButton>
      )}
    </Alert>
  );
}
