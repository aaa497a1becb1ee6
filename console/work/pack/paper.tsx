import { useRef } from 'react';
import type { Pack } from '../../../client/browser.ts';
import { labelPapers, labelsToPrint } from '../print/label-papers.ts';
import { LabelStates } from '../print/label-states.tsx';
import { PrintAfter } from '../print/print-after.tsx';
import { useLabels } from '../print/use-labels.ts';
import { useWorkTexts } from '../texts/use-texts.ts';

export interface PackPaperProps {
  readonly pack: Pack;
  /** Whether the pack was finished on this page: its labels are then printed automatically. */
  readonly isFresh: boolean;
}

/**
 * The labels of a finished pack. A carrier books when the pack is finished, so that the page waits for the labels
 * before it prints. A refused label is printed after the cause of the refusal is removed.
 */
export function PackPaper({ pack, isFresh }: PackPaperProps) {
  const texts = useWorkTexts();
  const { data: labels = [] } = useLabels('pack', pack.id);
  const printed = useRef(new Set<number>());
  const isSettled = labels.every(({ state }) => state !== 'due');
  const ready = labels.filter(({ carton_id, state }) => state !== 'refused' && !printed.current.has(carton_id));
  const make = () => {
    for (const { carton_id } of ready) printed.current.add(carton_id);
    return labelsToPrint(ready);
  };
  const key = ready.map(({ carton_id }) => carton_id).join();
  return (
    <PrintAfter
      done={texts.pack.finished}
      next={{ to: '/work', search: { step: 'ship' } }}
      due={isFresh && isSettled && ready.length > 0 ? { key, make } : null}
      papers={labelPapers(labels, texts)}
    >
      <LabelStates labels={labels} />
    </PrintAfter>
  );
}
