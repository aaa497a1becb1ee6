import { Group } from '@mantine/core';
import type { Client, Ship } from '../../../client/browser.ts';
import { usePermits } from '../../ground/session.ts';
import { ClaimButton } from '../claim-button.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Verdicts } from '../verdict.tsx';
import type { Loading } from './use-loading.ts';

export interface ShipCallsProps {
  readonly ship: Ship;
  readonly loading: Loading;
  readonly verdicts: Verdicts;
  readonly onFinished: () => void;
}

/** The buttons of a ship, and the same calls by command codes. */
export function ShipCalls({ ship, loading, verdicts, onFinished }: ShipCallsProps) {
  const texts = useWorkTexts();
  const permits = usePermits();
  const { checking, cartonIds, loadedIds, tickedNames, done } = loading;
  const { items, checked } = checking;
  const open = items.filter(({ obstacle }) => obstacle === null);
  const left = open.filter(({ id }) => !checked.ids.has(id)).length;
  const unscanned = open.filter(({ id }) => !checked.scannedIds.has(id) && !loadedIds.has(id)).map(({ name }) => name);
  const finished = () => {
    onFinished();
    done();
  };
  return (
    <Group gap="xs">
      {permits('ship.palletize') && cartonIds.length > 0 && (
        <ClaimButton
          size="lg"
          variant="default"
          command="pallet"
          action={(to: Client) => to.ship.pallet.create(ship.id, { carton_ids: cartonIds })}
          question={texts.ship.asksPallet(tickedNames)}
          {...{ verdicts, onDone: done }}
        >
          {texts.ship.palletize(cartonIds.length)}
        </ClaimButton>
      )}
      {permits('ship.finish') && (
        <ClaimButton
          size="lg"
          variant={left === 0 ? 'filled' : 'default'}
          command="finish"
          action={(to: Client) => to.ship.finish(ship.id)}
          question={texts.ship.asksFinish(unscanned)}
          {...{ verdicts, onDone: finished }}
        >
          {left === 0 ? texts.ship.finish : texts.ship.finishWithout(left)}
        </ClaimButton>
      )}
    </Group>
  );
}
