import { Button, Group, Text } from '@mantine/core';
import {
  IconChevronDown,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleDotFilled,
  IconCircleMinus,
  IconHandStop,
  IconSettings,
} from '@tabler/icons-react';
import { duration, moment } from '../../ground/time.ts';
import { type Texts, useLanguage, useTexts } from '../../texts/texts.tsx';
import { questionsOf } from './questions.ts';
import { Reasons } from './reasons.tsx';
import { Source } from './source.tsx';
import type { TrackStep } from './steps.ts';

const marks = {
  done: IconCircleCheckFilled,
  now: IconCircleDotFilled,
  later: IconCircle,
  skipped: IconCircleDashed,
  never: IconCircleMinus,
} as const;

export interface RowProps {
  readonly step: TrackStep;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A step: its state, who does it, how far it is, who decided that, and on request all reasons. */
export function Row({ step, isOpen, onToggle }: RowProps) {
  const texts = useTexts();
  const { language } = useLanguage();
  const { name, state, by, reasons } = step;
  const Mark = marks[state];
  const By = by === 'hand' ? IconHandStop : IconSettings;
  const title = texts.steps[name] ?? name;
  const remarks = remarksOf(step, texts, language);
  return (
    <li data-state={state}>
      <Mark size={20} className="track-mark" aria-hidden />
      <div>
        <Group gap="sm" wrap="wrap">
          <h3 className="track-name">{title}</h3>
          <span className="track-state">{texts.order.track[state]}</span>
          {by && state !== 'skipped' && (
            <span className="track-by">
              <By size={14} aria-hidden /> {texts.order.track[by]}
            </span>
          )}
          {step.open > 0 && <span>{texts.order.track.open(step.open)}</span>}
          {step.ready > 0 && <span>{texts.order.track.ready(step.ready)}</span>}
        </Group>
        <Decider step={step} />
        {remarks.map((remark) => (
          <Text key={remark} size="sm">
            {remark}
          </Text>
        ))}
      </div>
      {reasons.length > 0 && <Why title={title} isOpen={isOpen} onToggle={onToggle} />}
      {isOpen && <Reasons reasons={reasons} />}
    </li>
  );
}

/** Names who decided whether the step is done, or who does it: defaults are not worth a word. */
function Decider({ step: { reasons, state } }: { readonly step: TrackStep }) {
  const wanted = state === 'skipped' ? ['required'] : ['required', 'by'];
  return questionsOf(reasons)
    .filter(({ name }) => wanted.includes(name))
    .flatMap(({ winner }) => (winner && winner.source !== 'default' ? [winner] : []))
    .map((winner) => (
      <Text size="sm" c="dimmed" key={`${winner.decides} ${winner.name}`}>
        <Source reason={winner} />
      </Text>
    ));
}

/** Opens the reasons of a step. */
export function Why({ title, isOpen, onToggle }: { title: string; isOpen: boolean; onToggle: () => void }) {
  const texts = useTexts().order.track;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-expanded={isOpen}
      aria-label={texts.whyOf(title)}
      rightSection={<IconChevronDown size={14} aria-hidden className="track-chevron" data-open={isOpen} />}
      onClick={onToggle}
    >
      {texts.why}
    </Button>
  );
}

function remarksOf(step: TrackStep, { order: { track }, steps }: Texts, language: string): string[] {
  const { name, again, notBefore, waits, deadline, books, requestedBy, state } = step;
  if (state === 'skipped' || state === 'done' || state === 'never') return [];
  return [
    ...(requestedBy ? [track.requestedBy(requestedBy)] : []),
    ...(notBefore ? [track.notBefore(moment(notBefore, language))] : []),
    ...(deadline === null ? [] : [track.deadline(duration(deadline, language))]),
    ...(waits.length > 0 ? [track.waits(waits.map((seconds) => duration(seconds, language)).join(', '))] : []),
    ...(again && state === 'later' ? [track.again] : []),
    ...(books ? [track.carrierBooks(books, steps[name] ?? name)] : []),
  ];
}
