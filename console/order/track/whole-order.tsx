import { Group } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import type { PlanRecord } from '../../../client/browser.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Reasons } from './reasons.tsx';
import { Why } from './row.tsx';

interface WholeOrderProps {
  readonly plan: PlanRecord;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The reasons that belong to no step: of a hold, the priority, the carrier, and rules that do not apply. */
export function WholeOrder({ plan: { reasons }, isOpen, onToggle }: WholeOrderProps) {
  const texts = useTexts().order.track;
  if (reasons.length === 0) return null;
  return (
    <li data-state="order">
      <IconListDetails size={20} className="mark" aria-hidden />
      <div className="step">
        <Group gap="sm">
          <h3>{texts.wholeOrder}</h3>
          <span>{texts.wholeOrderWhy}</span>
        </Group>
        {isOpen && <Reasons reasons={reasons} />}
      </div>
      <Why title={texts.wholeOrder} isOpen={isOpen} onToggle={onToggle} />
    </li>
  );
}
