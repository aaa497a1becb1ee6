import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readSession, sessionKey } from '../ground/session.ts';
import { ago, moment } from '../ground/time.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { Decide } from './decide/decide.tsx';
import type { OrderRecord, Shown } from './order.ts';

/** The number of the order, the decisions about it, and its facts. */
export function Head({ order, progress }: Shown) {
  const texts = useTexts().order;
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
            {progress.status}
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

function Facts({ order }: { readonly order: OrderRecord }) {
  const { facts } = useTexts().order;
  const { language } = useLanguage();
  const { customer, carrier, carrierservicelevel, total, priority, wave, note } = order;
  const when = (at: string | null) =>
    at && (
      <time dateTime={at} title={moment(at, language)}>
        {ago(at, language)}
      </time>
    );
  const sure: (readonly [title: string, value: ReactNode])[] = [
    [facts.customer, customer.name],
    [facts.shipTo, <Address key="address" order={order} />],
    [facts.carrier, [carrier?.name ?? facts.none, carrierservicelevel?.name].filter(Boolean).join(' · ')],
    [facts.total, total.toLocaleString(language, { minimumFractionDigits: 2 })],
    [facts.priority, priority],
    [facts.created, when(order.created_at)],
  ];
  const perhaps: (readonly [title: string, value: ReactNode])[] = [
    [facts.issued, when(order.issue_date)],
    [facts.fulfilled, when(order.fulfilled_at)],
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

function Address({ order }: { readonly order: OrderRecord }) {
  const { facts } = useTexts().order;
  const { ship_to_name, ship_address_1, ship_address_2, ship_postal_code, ship_city, ship_region, ship_country } =
    order;
  const city = [ship_postal_code, ship_city].filter(Boolean).join(' ');
  const rest = [ship_address_1, ship_address_2, city, ship_region, ship_country].filter(Boolean).join(', ');
  if (!ship_to_name && rest === '') return facts.noAddress;
  return (
    <>
      {ship_to_name}
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
  const { data: session } = useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: 60_000 });
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
