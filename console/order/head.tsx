import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addressParts, plainAddress } from '../../lib/addresses/ship-to.ts';
import { useSession } from '../ground/session.ts';
import { ago, moment } from '../ground/time.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { Decide } from './decide/decide.tsx';
import type { OrderRecord, Shown } from './order.ts';

/** The number of the order, the decisions about it, and its facts. */
export function Head({ order, progress }: Shown) {
  const { order: texts } = useTexts();
  return (
    <div>
      <Anchor renderRoot={(props) => <Link to="/orders" {...props} />} size="sm">
        {texts.orders}
      </Anchor>
      <Group justify="space-between" gap="sm" mb="sm">
        <Group gap="sm">
          <Title order={1} size="h2">
            {order.number}
          </Title>
          <Badge variant="default" tt="none" size="lg" fw={500}>
            {texts.statuses[progress.status] ?? progress.status}
          </Badge>
        </Group>
        <Group gap="xs">
          <Workflow order={order} />
          <Decide order={order} progress={progress} />
        </Group>
      </Group>
      <Facts order={order} />
    </div>
  );
}

type Fact = readonly [title: string, value: ReactNode];

function Facts({ order }: { readonly order: OrderRecord }) {
  const { facts } = useTexts().order;
  const { language } = useLanguage();
  const { customer, carrier, carrierservicelevel, total, priority, wave, note } = order;
  const sure: readonly Fact[] = [
    [facts.customer, customer?.name ?? order.customer_id],
    [facts.shipTo, <Address key="address" order={order} />],
    [
      facts.carrier,
      [carrier?.name ?? order.carrier_id ?? facts.none, carrierservicelevel?.name].filter(Boolean).join(' · '),
    ],
    [facts.total, total.toLocaleString(language, { minimumFractionDigits: 2 })],
    [facts.priority, priority],
    [facts.dates, <Dates key="dates" order={order} />],
  ];
  const perhaps: readonly Fact[] = [
    [facts.wave, wave],
    [facts.note, note],
  ];
  return (
    <dl className="facts">
      {[...sure, ...perhaps.filter(([, value]) => value)].map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The times when the order was created, issued and fulfilled, if known. */
function Dates({ order }: { readonly order: OrderRecord }) {
  const { facts } = useTexts().order;
  const { language } = useLanguage();
  const dates = [
    [facts.created, order.created_at],
    [facts.issued, order.issue_date],
    [facts.fulfilled, order.fulfilled_at],
  ] as const;
  return dates.map(
    ([name, at]) =>
      at && (
        <time className="date" key={name} dateTime={at} title={moment(at, language)}>
          {name} {ago(at, language)}
        </time>
      ),
  );
}

function Address({ order }: { readonly order: OrderRecord }) {
  const { facts } = useTexts().order;
  const { name, ...address } = plainAddress(order);
  const rest = addressParts({ ...address, name: null }).join(', ');
  if (!name && rest === '') return facts.noAddress;
  return (
    <>
      {name}
      {rest && (
        <Text component="span" size="sm" c="dimmed" display="block">
          {rest}
        </Text>
      )}
    </>
  );
}

/** Leads to the workflow of the order in the pages of Temporal, where the service knows them. */
function Workflow({ order }: { readonly order: OrderRecord }) {
  const { facts } = useTexts().order;
  const session = useSession();
  if (!session?.temporal_ui || (order.issue_date === null && order.issue_requested_at === null)) return null;
  const pages = session.temporal_ui.replace(/\/+$/, '');
  const namespace = encodeURIComponent(session.temporal_namespace);
  // The slash of the workflow's id has to be encoded.
  const workflow = encodeURIComponent(`order/${order.id}`);
  return (
    <Button
      component="a"
      href={`${pages}/namespaces/${namespace}/workflows/${workflow}`}
      target="_blank"
      rel="noreferrer"
      variant="default"
      title={facts.workflowOpens}
      rightSection={<IconExternalLink size={14} aria-hidden />}
    >
      {facts.workflow}
    </Button>
  );
}
