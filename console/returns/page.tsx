import '../setup/records/records.css';
import { Anchor, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ProblemError } from '../../client/browser.ts';
import { useFreshAfter } from '../ground/changes.ts';
import { ProblemNotice } from '../ground/problem-notice.tsx';
import { useTitle } from '../ground/title.ts';
import { ServiceText } from '../texts/service-words.tsx';
import { useLanguage } from '../texts/texts.tsx';
import { ReturnBadge } from './badge.tsx';
import { ReturnCalls } from './calls.tsx';
import { ReturnLabel } from './label.tsx';
import { OrderLink } from './link.tsx';
import { ofReturns, partOf, type Return, returnsKey, undecided, useReturn } from './returns.ts';
import { useReturnTexts } from './texts/use-texts.ts';

/** A return: its state, the next call, its lines, and the units that wait for their inspection. */
export function ReturnPage() {
  const texts = useReturnTexts();
  const id = Number(useParams({ from: '/frame/returns/$id' }).id);
  const { data, error, refetch } = useReturn(id);
  useFreshAfter(returnsKey, ofReturns);
  useTitle(data?.number ?? texts.title);
  const isUnknown = error instanceof ProblemError && error.status === 404;
  return (
    <Stack maw={1100}>
      <Anchor size="sm" renderRoot={(props) => <Link to="/returns" {...props} />}>
        {texts.all}
      </Anchor>
      {isUnknown && (
        <Title order={1} size="h2">
          {texts.unknown}
        </Title>
      )}
      {error && !isUnknown && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} />}
      {data && <Shown one={data} />}
    </Stack>
  );
}

function Shown({ one }: { readonly one: Return }) {
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Title order={1} size="h2">
            {one.number}
          </Title>
          <ReturnBadge of={one} />
        </Group>
        <ReturnCalls one={one} />
      </Group>
      <Facts one={one} />
      <ReturnLabel one={one} />
      <Lines one={one} />
      <Units one={one} />
    </>
  );
}

function Facts({ one }: { readonly one: Return }) {
  const { facts: texts } = useReturnTexts();
  const { language } = useLanguage();
  const { customer, customer_id, site, site_id, reason, decision, credit, credit_id } = one;
  const amount = (total: number) => total.toLocaleString(language, { minimumFractionDigits: 2 });
  const facts: readonly (readonly [title: string, value: ReactNode])[] = [
    [texts.order, <OrderLink key="order" of={one} />],
    [texts.customer, customer?.name ?? customer_id],
    [texts.site, site?.name ?? site_id],
    [texts.reason, reason],
    [texts.decision, decision && <ServiceText key="decision">{decision}</ServiceText>],
    [texts.credit, credit ? `${credit.number}: ${amount(credit.total)} ${credit.currency ?? ''}` : credit_id],
  ];
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value)
        .flatMap(([title, value]) => [<dt key={title}>{title}</dt>, <dd key={`${title}-value`}>{value}</dd>])}
    </dl>
  );
}

const counts = {
  requested: 'qty_requested',
  authorised: 'qty_authorised',
  received: 'qty_received',
  restocked: 'qty_restocked',
  quarantined: 'qty_quarantined',
  scrapped: 'qty_scrapped',
  sentBack: 'qty_sent_back',
} as const;

function Lines({ one }: { readonly one: Return }) {
  const texts = useReturnTexts();
  const { language } = useLanguage();
  const names = Object.keys(counts) as (keyof typeof counts)[];
  return (
    <section className="records" tabIndex={0} aria-labelledby="lines">
      <Title order={2} size="h4" id="lines">
        {texts.lines}
      </Title>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.line.part}</th>
            <th scope="col" className="secondary">
              {texts.line.name}
            </th>
            {names.map((name) => (
              <th scope="col" key={name} className="number">
                {texts.line[name]}
              </th>
            ))}
            <th scope="col" className="secondary">
              {texts.line.condition}
            </th>
          </tr>
        </thead>
        <tbody>
          {one.lines.map((line) => (
            <tr key={line.id}>
              <td>{partOf(line)}</td>
              <td className="secondary">{line.part?.name}</td>
              {names.map((name) => (
                <td key={name} className="number">
                  <Text inherit span {...(line[counts[name]] === 0 ? { c: 'dimmed' } : {})}>
                    {line[counts[name]].toLocaleString(language)}
                  </Text>
                </td>
              ))}
              <td className="secondary">{line.condition}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Units({ one }: { readonly one: Return }) {
  const texts = useReturnTexts();
  const { language } = useLanguage();
  const units = one.units.filter((unit) => undecided(unit) > 0);
  if (units.length === 0) return null;
  const parts = new Map(one.lines.map((line) => [line.part_id, partOf(line)]));
  return (
    <section className="records" tabIndex={0} aria-labelledby="units">
      <Title order={2} size="h4" id="units">
        {texts.units}
      </Title>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.unit.part}</th>
            <th scope="col">{texts.unit.tracking}</th>
            <th scope="col" className="number">
              {texts.unit.qty}
            </th>
            <th scope="col">{texts.unit.place}</th>
            <th scope="col">{texts.unit.condition}</th>
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <tr key={unit.id}>
              <td>{parts.get(unit.part_id)}</td>
              <td>{unit.serial ?? unit.lot}</td>
              <td className="number">{undecided(unit).toLocaleString(language)}</td>
              <td>{unit.location?.name ?? unit.location_id}</td>
              <td>
                <Text size="sm">{[unit.condition, unit.note].filter(Boolean).join(': ')}</Text>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
