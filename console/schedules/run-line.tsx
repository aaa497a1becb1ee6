import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePermits } from '../ground/session.ts';
import { ServiceText } from '../texts/service-words.tsx';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { OutcomeBadge } from './badges.tsx';
import type { FiredRun } from './schedules.ts';
import { useScheduleTexts } from './texts/use-texts.ts';

/** A link to a bulk run, for users who may see it. */
export function BulkRunLink({ id }: { readonly id: number }) {
  const texts = useScheduleTexts();
  const permits = usePermits();
  if (!permits('bulkrun.read')) return texts.run(id);
  return (
    <Anchor inherit renderRoot={(props) => <Link to="/bulkruns/$id" params={{ id: String(id) }} {...props} />}>
      {texts.run(id)}
    </Anchor>
  );
}

/** How many orders of a run had which outcome, or why there was no run. */
export function RunCounts({ run: { counts, why } }: { readonly run: FiredRun }) {
  const texts = useScheduleTexts();
  const { outcomes } = useTexts().bulkRuns;
  const { language } = useLanguage();
  if (why !== null) return <ServiceText>{why}</ServiceText>;
  if (counts === null) return null;
  const words = (['done', 'skipped', 'warned', 'failed'] as const)
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome].toLocaleString(language)} ${outcomes[outcome]}`);
  return words.join(' · ') || texts.noOrders;
}

/** A run in one line: its outcome, the orders by outcome, and the bulk run. */
export function RunLine({ run }: { readonly run: FiredRun }) {
  return (
    <Group gap="xs">
      <OutcomeBadge outcome={run.outcome} />
      <Text size="sm" className="address">
        <RunCounts run={run} />
      </Text>
      {run.bulkrun_id !== null && (
        <Text size="sm" span>
          <BulkRunLink id={run.bulkrun_id} />
        </Text>
      )}
    </Group>
  );
}
