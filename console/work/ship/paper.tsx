import type { Ship } from '../../../client/browser.ts';
import { labelPapers } from '../print/label-papers.ts';
import { LabelStates } from '../print/label-states.tsx';
import { PrintAfter } from '../print/print-after.tsx';
import { useLabels } from '../print/use-labels.ts';
import { makeDocuments } from '../print/use-printing.ts';
import { useWorkTexts } from '../texts/use-texts.ts';

export interface ShipPaperProps {
  readonly ship: Ship;
  /** Whether the ship was finished on this page: its slip is then printed automatically. */
  readonly isFresh: boolean;
}

/** The packing slip of a finished ship, with the labels of its cartons. */
export function ShipPaper({ ship, isFresh }: ShipPaperProps) {
  const texts = useWorkTexts();
  const { data: labels = [] } = useLabels('ship', ship.id);
  const make = () => makeDocuments([{ kind: 'packingslip', ship_id: ship.id }]);
  const papers = labels.some(({ state }) => state === 'stored') ? labelPapers(labels, texts) : [];
  return (
    <PrintAfter
      done={texts.ship.finished}
      next={{ to: '/work', search: { step: 'pickup' } }}
      due={isFresh ? { key: 'slip', make } : null}
      papers={[{ words: texts.print, make }, ...papers]}
    >
      <LabelStates labels={labels} />
    </PrintAfter>
  );
}

/** The labels of an open ship that are due or refused, before its cartons leave without them. */
export function OpenShipLabels({ ship }: { readonly ship: Ship }) {
  const { data: labels = [] } = useLabels('ship', ship.id);
  return <LabelStates labels={labels} />;
}
