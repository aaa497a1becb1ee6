import { Anchor, Code, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isAction } from '../bulk-runs/actions.ts';
import { usePermits } from '../ground/session.ts';
import { useTexts } from '../texts/texts.tsx';
import { type Definition, type Overlap, overlaps } from './schedules.ts';
import { useScheduleTexts } from './texts/use-texts.ts';

/** Returns a function that names an action in the language of the page. */
export function useActionName(): (action: string) => string {
  const { actions } = useTexts().bulkRuns;
  return (action) => (isAction(action) ? actions[action] : action);
}

const isOverlap = (text: string): text is Overlap => (overlaps as readonly string[]).includes(text);

/** The action of a schedule, and its times: in the words of the file. */
export function DefinitionFacts({ definition }: { readonly definition: Definition }) {
  const texts = useScheduleTexts();
  const nameOf = useActionName();
  const { run, cron, time_zone: zone, overlap, catch_up: catchUp, jitter, note } = definition;
  return (
    <dl className="schedule-facts">
      <Fact name="note">{note}</Fact>
      <Fact name="action">{run ? nameOf(run.action) : texts.changedOutside}</Fact>
      <Fact name="select">{run && <Orders select={run.select} />}</Fact>
      <Fact name="options">
        {run && Object.keys(run.options).length > 0 && <Code className="address">{JSON.stringify(run.options)}</Code>}
      </Fact>
      <Fact name="rate">{run?.rate}</Fact>
      <Fact name="cron">
        {cron === null ? texts.changedOutside : <Code className="address">{cron.join(', ')}</Code>}
      </Fact>
      <Fact name="time_zone">{zone}</Fact>
      <Fact name="overlap">{isOverlap(overlap) ? texts.overlaps[overlap] : overlap}</Fact>
      <Fact name="catch_up">{catchUp}</Fact>
      <Fact name="jitter">{jitter === '0s' ? null : jitter}</Fact>
    </dl>
  );
}

/** A value with its name; nothing for one that the schedule does not have. */
function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { facts } = useScheduleTexts();
  if (!children) return null;
  return (
    <div>
      <dt>{facts[name]}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Orders({ select }: { readonly select: string }) {
  const texts = useScheduleTexts();
  const permits = usePermits();
  return (
    <>
      <Code className="address">{select}</Code>{' '}
      {permits('salesorder.read') && (
        <Text size="sm" span>
          <Anchor inherit renderRoot={(props) => <Link to="/orders" search={{ filter: select }} {...props} />}>
            {texts.asSearch}
          </Anchor>
        </Text>
      )}
    </>
  );
}
