import { Group } from '@mantine/core';
import type { Client, Ship } from '../../../client/browser.ts';
import { CallButton, useSend } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { useScanCommands } from '../../scanner/commands.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Loading } from './use-loading.ts';

export interface ShipCallsProps {
  readonly ship: Ship;
  readonly loading: Loading;
  readonly onFinished: () => void;
}

/** The buttons of a ship, and the same calls by command codes. */
export function ShipCalls({ ship, loading: { checking, cartonIds, done }, onFinished }: ShipCallsProps) {
  const texts = useWorkTexts();
  const permits = usePermits();
  const send = useSend();
  const { items, checked } = checking;
  const left = items.filter(({ id, obstacle }) => obstacle === null && !checked.ids.has(id)).length;
  const palletize = (to: Client) => to.ship.pallet.create(ship.id, { carton_ids: cartonIds });
  const finish = (to: Client) => to.ship.finish(ship.id);
  const finished = () => {
    onFinished();
    done();
  };
  const canPalletize = permits('ship.palletize') && cartonIds.length > 0;
  useScanCommands({
    ...(permits('ship.finish') && { finish: () => void send(finish).then((made) => made && finished()) }),
    ...(canPalletize && { pallet: () => void send(palletize).then((made) => made && done()) }),
  });
  return (
    <Group gap="xs">
      {canPalletize && (
        <CallButton size="lg" variant="default" action={palletize} onDone={done}>
          {texts.ship.palletize(cartonIds.length)}
        </CallButton>
      )}
      {permits('ship.finish') && (
        <CallButton size="lg" variant={left === 0 ? 'filled' : 'default'} action={finish} onDone={finished}>
          {left === 0 ? texts.ship.finish : texts.ship.finishWithout(left)}
        </CallButton>
      )}
    </Group>
  );
}
