import { Group, Text } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import type { PlanRecord } from '../../../client/browser.ts';
import { useTexts } from '../../texts/texts.tsx';
import { answerWords, questionsOf } from './questions.ts';
import { Reasons } from './reasons.tsx';
import { Why } from './row.tsx';
import { Source } from './source.tsx';

interface WholeOrderProps {
  readonly plan: PlanRecord;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The reasons that belong to no step: of a hold, the priority, the carrier, and rules that do not apply. */
export function WholeOrder({ plan: { reasons }, isOpen, onToggle }: WholeOrderProps) {
  const texts = useTexts().order.track;
  if (reasons.length === 0) return null;
  const decided = questionsOf(reasons).flatMap(({ name, winners }) => winners.map((winner) => ({ name, winner })));
  return (
    <li data-state="order">
      <IconListDetails size={20} className="track-mark" aria-hidden />
      <div>
        <Group gap="sm">
          <h3 className="track-name">{texts.wholeOrder}</h3>
          {decided.length === 0 && <span>{texts.wholeOrderWhy}</span>}
        </Group>
        {decided.map(({ name, winner }) => (
          <Text size="sm" c="dimmed" key={`${name} ${winner.name} ${winner.line}`}>
            {texts.questions[name] ?? name} <b>{answerWords(name, winner.value, texts)}</b> <Source reason={winner} />
          </Text>
        ))}
      </div>
      <Why title={texts.wholeOrder} isOpen={isOpen} onToggle={onToggle} />
      {isOpen && <Reasons reasons={reasons} />}
    </li>
  );
}
