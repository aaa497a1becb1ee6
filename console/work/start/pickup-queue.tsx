import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Carton, Client, PickupLine } from '../../../client/browser.ts';
import { useFreshAfterOrders } from '../../ground/changes.ts';
import { client } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { embedOf, usePermits } from '../../ground/session.ts';
import { Checklist } from '../checklist/list.tsx';
import { useChecking } from '../checklist/use-checking.ts';
import { ClaimButton } from '../claim-button.tsx';
import type { ContextOf } from '../explain.tsx';
import { readAll } from '../read-all.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Verdicts } from '../verdict.tsx';
import { carriersOf, itemsOf, type ReadyItem } from './ready.ts';

export interface PickupQueueProps {
  readonly siteId: number;
  readonly verdicts: Verdicts;
}

const relations = {
  carton: 'carton.read',
  'carton.pack': ['carton.read', 'pack.read'],
  'carton.carrier': ['carton.read', 'carrier.read'],
  orders: 'salesorder.read',
  notes: null,
};
/** Cartons that one page shows. A lorry has fewer. */
const most = 1_000;

/** The cartons ready for pickup at a site, by carrier. Cartons are checked off by scans, and leave together. */
export function PickupQueue({ siteId, verdicts }: PickupQueueProps) {
  const embed = embedOf(relations, usePermits());
  const queryKey = ['work', 'ready', siteId];
  useFreshAfterOrders(queryKey);
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, embed],
    queryFn: () => {
      const filter = `site_id = ${siteId} && pickup_id IS NULL`;
      return readAll<PickupLine>(client.pickupline.each({ filter, sort: 'id', embed }), most);
    },
  });
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  return <Ready items={itemsOf(data)} siteId={siteId} verdicts={verdicts} onDone={() => void refetch()} />;
}

/**
 * Returns the carrier that a carton or an order goes with. A carton without its own carrier leaves with its order's
 * carrier.
 */
const ofItsCarrier =
  (permits: (needed: string) => boolean): ContextOf =>
  async ({ kind, id }) => {
    const carrier = await carrierOf(kind, id, embedOf({ 'contents.order': 'salesorder.read' }, permits));
    return carrier == null ? null : { carrier_id: carrier };
  };

async function carrierOf(kind: string, id: number, embed: string): Promise<number | null | undefined> {
  if (kind === 'order') return (await client.salesorder.get(id)).carrier_id;
  if (kind !== 'carton') return null;
  const carton: Carton = await client.carton.get(id, { embed });
  return carton.carrier_id ?? carton.contents?.[0]?.order?.carrier_id;
}

interface ReadyProps extends PickupQueueProps {
  readonly items: readonly ReadyItem[];
  readonly onDone: () => void;
}

function Ready({ items, siteId, verdicts, onDone }: ReadyProps) {
  const texts = useWorkTexts();
  const permits = usePermits();
  const mayCreate = permits('pickup.create');
  const [carrier, setCarrier] = useState('');
  const shown = carrier === '' ? items : items.filter((item) => item.carrier === carrier);
  // With a carrier the service can explain why a carton does not match it, and without one, why the carton does not
  // match its own.
  const carrierId = carrier === '' ? null : (shown[0]?.carrierId ?? null);
  const checking = useChecking({
    ...{ list: `pickup/${siteId}`, items: shown, verdicts, expected: texts.pickup.expected },
    ...(carrierId === null
      ? { context: { site_id: siteId }, contextOf: ofItsCarrier(permits) }
      : { context: { site_id: siteId, carrier_id: carrierId } }),
  });
  const { checked } = checking;
  const ids = [...checked.ids];
  const ticked = shown.filter(({ id }) => checked.ids.has(id) && !checked.scannedIds.has(id)).map(({ name }) => name);
  const action = (more: { readonly ignore_warnings?: true }) => (to: Client) =>
    to.pickup.create({ pickupline_ids: ids, site_id: siteId, ...more });
  const done = () => {
    checked.remove(ids);
    verdicts.say({ sign: 'finished', words: texts.pickup.done(ids.length) });
    onDone();
  };
  const canHand = mayCreate && ids.length > 0;
  if (items.length === 0) return <Text>{texts.pickup.nothing}</Text>;
  const held = shown.filter(({ obstacle }) => obstacle !== null).length;
  const choices = carriersOf(items).map(({ name, count }) => ({
    value: name,
    label: texts.pickup.carrier(name, count),
  }));
  return (
    <Stack gap="sm">
      <NativeSelect
        size="lg"
        label={texts.pickup.byCarrier}
        value={carrier}
        data={[{ value: '', label: texts.pickup.all }, ...choices]}
        onChange={({ currentTarget }) => setCarrier(currentTarget.value)}
      />
      {held > 0 && <Text>{texts.pickup.held(held)}</Text>}
      <Checklist checking={checking} name={texts.pickup.ready} />
      {canHand && (
        <ClaimButton
          size="lg"
          fullWidth
          command="finish"
          action={action({})}
          anyway={action({ ignore_warnings: true })}
          question={texts.pickup.asksHand(ticked)}
          {...{ verdicts, onDone: done }}
        >
          {texts.pickup.hand(ids.length, shown.length - held)}
        </ClaimButton>
      )}
    </Stack>
  );
}
