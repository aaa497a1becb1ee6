import { Paper, Stack, Text, Title } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleMinus,
  IconClockHour4,
  IconPlayerPause,
  IconSettings,
} from '@tabler/icons-react';
import { ago, moment } from '../ground/time.ts';
import { ServiceText } from '../texts/service-words.tsx';
import { type Texts, useLanguage, useTexts } from '../texts/texts.tsx';
import { NextCalls } from './next/next-calls.tsx';
import { type Shown, usePlan } from './order.ts';

const icons = {
  attention: IconAlertTriangle,
  held: IconPlayerPause,
  waiting: IconClockHour4,
  working: IconSettings,
  done: IconCircleCheck,
} as const;

/** An order that ended early has no tick. */
const endIcons: Readonly<Record<string, typeof IconBan>> = { Void: IconBan, 'Closed Short': IconCircleMinus };

/** Where the order is, in a sentence, and the calls that move it. */
export function Situation({ order, progress }: Shown) {
  const texts = useTexts();
  const { language } = useLanguage();
  const { data: plan } = usePlan(order.id);
  const { state, since, engine } = progress;
  const Icon = endIcons[progress.status] ?? icons[state];
  const detail = detailOf(order, progress);
  const groups = state === 'held' ? order.released_by : [];
  return (
    <Paper
      withBorder
      component="section"
      aria-label={texts.order.situation.title}
      className="situation"
      data-state={endIcons[progress.status] ? 'ended' : state}
    >
      <div className="sentence">
        <Icon size={22} aria-hidden />
        <div aria-live="polite">
          <Title order={2} size="h4">
            {sentenceOf({ order, progress }, texts)}
            <Text component="span" c="dimmed" fw={400} title={moment(since, language)}>
              {' '}
              {texts.order.situation.since(ago(since, language))}
            </Text>
          </Title>
          {detail && <Text mt={4}>{state === 'held' ? detail : <ServiceText>{detail}</ServiceText>}</Text>}
          {groups.length > 0 && <Text size="sm">{texts.order.situation.releasedBy(groups.join(', '))}</Text>}
          {engine === 'missing' && <Text size="sm">{texts.order.situation.noEngine}</Text>}
        </div>
      </div>
      <NextCalls order={order} progress={progress} />
      {(plan?.notes ?? []).length > 0 && (
        <Stack gap={2} mt="sm">
          <Text size="sm" fw={600}>
            {texts.order.situation.notes}
          </Text>
          {plan?.notes.map((note) => (
            <Text size="sm" key={note}>
              {note}
            </Text>
          ))}
        </Stack>
      )}
    </Paper>
  );
}

/** Returns the state as a sentence of the page's language. The words of the service stand below it. */
function sentenceOf({ order, progress }: Shown, { order: { situation }, steps }: Texts): string {
  const { state, step, autowork, status } = progress;
  const name = step === null ? null : (steps[step] ?? step);
  switch (state) {
    case 'done':
      return situation.ends[status] ?? situation.done;
    case 'held':
      return situation.held;
    case 'attention':
      return situation.attention(name);
    case 'working':
      return autowork && autowork.state !== 'waiting' ? situation.autowork : situation.working(name);
    case 'waiting':
      break;
  }
  // The record and the progress may be read at two moments.
  switch (order.state === 'waiting' ? order.reason : null) {
    case 'draft':
      return situation.draft;
    case 'issue':
      return situation.issue;
    case 'hand':
      return situation.hand(step);
    case 'stock':
      return step === 'issue' ? situation.issue : situation.stock(name);
    case 'cartons':
      return situation.cartons;
    case 'date':
      return situation.date(name);
    default:
      return situation.waiting(name);
  }
}

/** Returns the words of the service, where they say more than the sentence. */
function detailOf(order: Shown['order'], { state, step, waiting_for }: Shown['progress']): string | null {
  if (state === 'held') return order.hold_reason;
  return waiting_for === `${step} by hand` || waiting_for === 'to be issued' ? null : waiting_for;
}
