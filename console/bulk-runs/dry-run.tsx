import './bulk-runs.css';
import { Alert, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BulkRunPreview } from '../../client/browser.ts';
import { client } from '../ground/client.ts';
import { usePermits } from '../ground/session.ts';
import { ServiceText } from '../texts/service-words.tsx';
import { useTexts } from '../texts/texts.tsx';
import { OrderLink } from './order-link.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';

/** The outcome of a run if it started now: the number of orders for each outcome, plan and warning, with examples. */
export function DryRun({ preview }: { readonly preview: BulkRunPreview }) {
  const texts = useTexts().bulkRuns;
  const words = texts.preview;
  const numbers = useNumbers(preview);
  const { outcomes, plans, warnings, picks, planned, total } = preview;
  const row = (key: string, what: ReactNode, { orders, examples }: Examples) => (
    <tr key={key}>
      <td>{what}</td>
      <td className="number">{words.orders(orders)}</td>
      <td>
        <ExampleOrders {...{ orders, examples, numbers }} />
      </td>
    </tr>
  );
  return (
    <Stack gap="xs" className="dry-run" aria-live="polite">
      <Text size="sm">
        <b>{words.title}.</b> {words.nothingChanged}
      </Text>
      <Part title={words.outcomes} isEmpty={outcomes.length === 0}>
        {outcomes.map((entry) =>
          row(
            `${entry.outcome} ${entry.code} ${entry.reason}`,
            <>
              <OutcomeBadge outcome={entry.outcome} /> {entry.reason && <ServiceText>{entry.reason}</ServiceText>}
            </>,
            entry,
          ),
        )}
      </Part>
      {warnings.length > 0 && (
        <Alert color="yellow" p="xs">
          <Part title={words.warnings}>
            {warnings.map((entry) => row(entry.message, <ServiceText>{entry.message}</ServiceText>, entry))}
          </Part>
        </Alert>
      )}
      <Part title={words.plans} isEmpty={plans.length === 0}>
        {plans.map((entry) => row(entry.plan, entry.plan, entry))}
      </Part>
      {picks && picks.length > 0 && (
        <Part title={words.picks(picks.length)}>
          {picks
            .slice(0, 10)
            .map((pick, index) =>
              row(
                `${index} ${pick.group}`,
                `${pick.group === 'by itself' ? words.byItself : pick.group}, ${words.lines(pick.lines)}`,
                pick,
              ),
            )}
        </Part>
      )}
      {planned > 0 && planned < total && plans.length > 0 && (
        <Text size="xs" c="dimmed">
          {words.sampled(planned, total)}
        </Text>
      )}
    </Stack>
  );
}

interface Examples {
  readonly orders: number;
  readonly examples: readonly number[];
}

function Part(props: { readonly title: string; readonly isEmpty?: boolean; readonly children: ReactNode }) {
  if (props.isEmpty) return null;
  return (
    <div>
      <Title order={3} size="h6">
        {props.title}
      </Title>
      <table>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  );
}

/** How many orders of each kind have a link. */
const shown = 3;

function ExampleOrders({ orders, examples, numbers }: Examples & { readonly numbers: ReadonlyMap<number, string> }) {
  const { others } = useTexts().bulkRuns.preview;
  const linked = examples.slice(0, shown);
  return (
    <>
      {linked.map((id) => (
        <span key={id}>
          <OrderLink id={id} number={numbers.get(id) ?? String(id)} />{' '}
        </span>
      ))}
      {orders > linked.length && <span>{others(orders - linked.length)}</span>}
    </>
  );
}

/** Reads the numbers of the orders that a dry run names by their ids. */
function useNumbers({ outcomes, plans, warnings, picks }: BulkRunPreview): ReadonlyMap<number, string> {
  const kinds: readonly Examples[] = [...outcomes, ...warnings, ...plans, ...(picks ?? [])];
  const ids = [...new Set(kinds.flatMap(({ examples }) => examples.slice(0, shown)))].slice(0, 100);
  const { data } = useQuery({
    queryKey: ['salesorder', 'numbers', ids],
    queryFn: () => client.salesorder.list({ filter: `id IN (${ids.join(', ')})`, fields: 'id,number', perPage: 100 }),
    enabled: usePermits()('salesorder.read') && ids.length > 0,
  });
  return new Map(data?.data.map(({ id, number }) => [id, number]));
}
