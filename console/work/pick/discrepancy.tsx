import { Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Client } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import { numberOf } from './amount.tsx';
import type { Line } from './lines.ts';
import { writtenOffWords } from './words.ts';

export interface DiscrepancyProps {
  readonly line: Line;
  /** Why, in the words of the picker. */
  readonly reason: string;
  /** Called with the result for the units, in words. */
  readonly onDone: (words: string) => void;
}

/** Units at the place that are damaged, or more than the books have. */
export function Discrepancy({ line: { id, part, place, take, isWaiting }, reason, onDone }: DiscrepancyProps) {
  const texts = useWorkTexts();
  const { problems } = texts.pick;
  const [typed, setTyped] = useState('1');
  const tracking = part.tracking === 'none' ? null : part.tracking;
  const [unit, setUnit] = useState((tracking === 'lot' ? take[0]?.lot : null) ?? '');
  const qty = tracking === 'serial' ? 1 : numberOf(typed);
  const at = place?.name ?? texts.pick.noStock;
  const isReady = qty > 0 && (tracking === null || unit.trim() !== '') && !isWaiting;
  const report = (kind: 'damaged' | 'found') => (to: Client) =>
    to.pickline.discrepancy(id, {
      ...{ kind, qty },
      ...(place && { location_id: place.id }),
      ...(tracking && { [tracking]: unit.trim() }),
      ...(reason !== '' && { reason }),
    });
  return (
    <div>
      <Text fw={700}>{problems.discrepancy}</Text>
      <Group gap="xs" align="flex-end" mb="xs">
        {tracking !== 'serial' && (
          <TextInput
            size="lg"
            w={120}
            inputMode="decimal"
            label={problems.howMany}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        {tracking && (
          <TextInput
            size="lg"
            label={problems.units[tracking]}
            value={unit}
            onChange={({ currentTarget }) => setUnit(currentTarget.value)}
          />
        )}
      </Group>
      <Group gap="xs">
        <CallButton
          {...{ size: 'lg', variant: 'default', disabled: !isReady }}
          action={report('damaged')}
          onDone={({ written_off: off }) => onDone(writtenOffWords(off, part.number, at, texts))}
        >
          {problems.damaged}
        </CallButton>
        <CallButton
          {...{ size: 'lg', variant: 'default', disabled: !isReady }}
          action={report('found')}
          onDone={() => onDone(problems.added(qty, part.number, at))}
        >
          {problems.found}
        </CallButton>
      </Group>
      <Text size="sm">{problems.discrepancyHelp(at)}</Text>
    </div>
  );
}
