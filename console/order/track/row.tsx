import { Button, Code, Group, Text } from '@mantine/core';
import {
  IconChevronDown,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleDotFilled,
  IconHandStop,
  IconSettings,
} from '@tabler/icons-react';
import { duration, moment } from '../../ground/time.ts';
import { type Texts, useLanguage, useTexts } from '../../texts/texts.tsx';
import { placeOf, questionsOf, sourceWords } from './questions.ts';
import { Reasons } from './reasons.tsx';
import type { TrackStep } from './steps.ts';

const marks = {
  done: IconCircleCheckFilled,
  now: IconCircleDotFilled,
  later: IconCircle,
  skipped: IconCircleDashed,
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
      <Mark size={20} className="mark" aria-hidden />
      <div className="step">
        <Group gap="sm" wrap="wrap">
          <h3>{title}</h3>
          <span className="state">{texts.order.track[state]}</span>
          {by && state !== 'skipped' && (
            <span className="by">
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
        {isOpen && <Reasons reasons={reasons} />}
      </div>
      {reasons.length > 0 && <Why title={title} isOpen={isOpen} onToggle={onToggle} />}
    </li>
  );
}

/** Names who decided whether the step is done, or who does it: the strongest that is no default. */
function Decider({ step: { reasons, state } }: { readonly step: TrackStep }) {
  const texts = useTexts().order.track;
  const wanted = state === 'skipped' ? ['required'] : ['required', 'by'];
  const winners = questionsOf(reasons)
    .filter(({ name }) => wanted.includes(name))
    .flatMap(({ winner }) => (winner && winner.source !== 'default' ? [winner] : []));
  return winners.map((winner) => {
    const place = placeOf(winner);
    return (
      <Text size="sm" c="dimmed" key={`${winner.decides} ${winner.name}`}>
        {sourceWords(winner, texts)} {place && <Code title={winner.file ?? undefined}>{place}</Code>}
      </Text>
    );
  });
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
      rightSection={<IconChevronDown size={14} aria-hidden className="chevron" data-open={isOpen} />}
      onClick={onToggle}
    >
      {texts.why}
    </Button>
  );
}

function remarksOf(step: TrackStep, { order: { track }, steps }: Texts, language: string): string[] {
  const { name, again, notBefore, waits, deadline, books, requestedBy, state } = step;
  if (state === 'skipped' || state === 'done') return [];
  return [
    ...(requestedBy ? [track.requestedBy(requestedBy)] : []),
    ...(notBefore ? [track.notBefore(moment(notBefore, language))] : []),
    ...(deadline === null ? [] : [track.deadline(duration(deadline, language))]),
    ...(waits.length > 0 ? [track.waits(waits.map((seconds) => duration(seconds, language)).join(', '))] : []),
    ...(again ? [track.again] : []),
    ...(books ? [track.carrierBooks(books, steps[name] ?? name)] : []),
  ];
}
