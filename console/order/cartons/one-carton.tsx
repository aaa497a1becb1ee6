import { Anchor, Badge, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Carton } from '../../../client/browser.ts';
import { servicePath } from '../../ground/client.ts';
import { moment } from '../../ground/time.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import { contentRows, nameOf } from './contents.ts';
import { ContentsTable } from './contents-table.tsx';
import { Drawing } from './drawing.tsx';

export interface OneCartonProps {
  readonly carton: Carton;
  readonly orderId: number;
  /** Number of the ship that it is on. */
  readonly ship: string | undefined;
}

const colors = ['yellow', 'blue', 'green', 'gray'];

/** One carton: its location, its contents, and their arrangement. */
export function OneCarton({ carton, orderId, ship }: OneCartonProps) {
  const { cartons: texts } = useTexts();
  const rows = contentRows(carton.contents ?? []);
  const status = carton.status_id - 1;
  return (
    <Paper withBorder p="sm" component="article" aria-label={texts.carton(nameOf(carton))}>
      <Group gap="sm">
        <Title order={3} size="h5">
          {texts.carton(nameOf(carton))}
        </Title>
        <Badge variant="dot" size="sm" tt="none" color={colors[status] ?? 'gray'}>
          {texts.statuses[status]}
        </Badge>
        <Text size="sm" c="dimmed">
          {texts.units(rows.reduce((sum, { qty }) => sum + qty, 0))}
        </Text>
      </Group>
      <Facts carton={carton} ship={ship} />
      <div className="carton-inside">
        <ContentsTable rows={rows} orderId={orderId} name={nameOf(carton)} />
        <Drawing carton={carton} rows={rows} />
      </div>
    </Paper>
  );
}

function Facts({ carton, ship }: { readonly carton: Carton; readonly ship: string | undefined }) {
  const { cartons: texts } = useTexts();
  const { language } = useLanguage();
  const { cartontype: type, pallet, weight_g: weight, tracked_at: trackedAt, tracking_status: state } = carton;
  const kilograms =
    weight === null ? null : new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(weight / 1000);
  return (
    <dl className="carton-facts">
      <Fact name={texts.type}>
        {type?.name ?? (carton.cartontype_id === null ? texts.noType : `#${carton.cartontype_id}`)}
      </Fact>
      {kilograms !== null && <Fact name={texts.weight}>{kilograms} kg</Fact>}
      {carton.tracking_number !== null && (
        <Fact name={texts.tracking}>
          <TrackingNumber number={carton.tracking_number} address={carton.carrier?.tracking_url} />
          {isTest(carton) && (
            <Badge color="red" size="sm" ml={6} title={texts.testLabel}>
              TEST
            </Badge>
          )}
          {state && (
            <Text span size="sm" c="dimmed" title={trackedAt ? moment(trackedAt, language) : ''}>{` · ${state}`}</Text>
          )}
        </Fact>
      )}
      {ship && (
        <Fact name={texts.ship}>{[ship, pallet && texts.pallet(pallet.number)].filter(Boolean).join(', ')}</Fact>
      )}
      <Label carton={carton} />
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Only web addresses become links: the address is what somebody wrote into the record of the carrier. */
function TrackingNumber({ number, address }: { readonly number: string; readonly address: string | null | undefined }) {
  const page = address?.replace('{tracking_number}', encodeURIComponent(number));
  if (!page || !/^https?:/.test(page)) return number;
  return (
    <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
      {number}
    </Anchor>
  );
}

/** A label of the carrier's test mode looks like a real one, and no carrier takes the parcel. */
const isTest = ({ bookings }: Carton) => bookings?.some(({ state, test }) => test && state === 'booked') ?? false;

/** The label that the service stored, or else the address at the carrier. */
function Label({ carton: { id, bookings, label_url: address } }: { readonly carton: Carton }) {
  const { cartons: texts } = useTexts();
  const isStored = bookings?.some(({ label_type, state }) => label_type !== null && state === 'booked');
  const href = isStored ? `${servicePath}/carton/${id}/label` : address;
  if (!href || !(isStored || /^https?:/.test(href))) return null;
  return (
    <Fact name={texts.label}>
      <Anchor href={href} target="_blank" rel="noreferrer" size="sm">
        {texts.openLabel}
      </Anchor>
    </Fact>
  );
}
