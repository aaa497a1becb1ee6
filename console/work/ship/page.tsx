import '../work.css';
import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Client, Ship } from '../../../client/browser.ts';
import { CallButton, useSend } from '../../ground/calls.tsx';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useTitle } from '../../ground/title.ts';
import { useScreenAwake } from '../../scanner/awake.ts';
import { useScanCommands } from '../../scanner/commands.ts';
import { Checklist } from '../checklist/list.tsx';
import { type Checking, useChecking } from '../checklist/use-checking.ts';
import { PageOfWork } from '../page-of-work.tsx';
import { PrintAfter } from '../print/print-after.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import { useVerdicts } from '../verdict.tsx';
import { itemsOf, palletsOf, type ShipItem } from './items.ts';
import { isOpen, useShip } from './read.ts';

/** One ship: its cartons are checked off by scans, put onto pallets, and handed to the pickup. */
export function ShipPage() {
  const id = Number(useParams({ from: '/frame/work/ship/$id' }).id);
  const texts = useWorkTexts();
  const verdicts = useVerdicts();
  const { data: ship, error, refetch } = useShip(id);
  const checking = useChecking({
    ...{ list: `ship/${id}`, verdicts, context: { ship_id: id }, expected: texts.ship.expected },
    items: ship && isOpen(ship) ? itemsOf(ship, texts) : [],
  });
  // Somebody else who has the ship in view prints nothing.
  const [finishedId, setFinishedId] = useState<number | null>(null);
  useTitle(ship && texts.listNames.ship(ship.number));
  useScreenAwake();
  if (!ship) return error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : <Skeleton height={240} />;
  return (
    <PageOfWork title={texts.listNames.ship(ship.number)} verdicts={verdicts}>
      {isOpen(ship) ? (
        <Stack gap="sm">
          <Checklist checking={checking} name={texts.ship.cartons} />
          <ShipCalls {...{ ship, checking }} onDone={() => void refetch()} onFinished={() => setFinishedId(id)} />
          <Pallets ship={ship} onDone={() => void refetch()} />
        </Stack>
      ) : (
        <PrintAfter
          bodies={[{ kind: 'packingslip', ship_id: id }]}
          done={texts.ship.finished}
          next={{ to: '/work', search: { step: 'pickup' } }}
          isFresh={finishedId === id}
        />
      )}
    </PageOfWork>
  );
}

interface ShipPartProps {
  readonly ship: Ship;
  readonly onDone: () => void;
}

interface ShipCallsProps extends ShipPartProps {
  readonly checking: Checking<ShipItem>;
  readonly onFinished: () => void;
}

function ShipCalls({ ship, checking, onDone, onFinished }: ShipCallsProps) {
  const texts = useWorkTexts();
  const permits = usePermits();
  const send = useSend();
  const { items, checked } = checking;
  const cartonIds = items.filter(({ id, isCarton }) => isCarton && checked.ids.has(id)).map(({ id }) => id);
  const left = items.filter(({ id, obstacle }) => obstacle === null && !checked.ids.has(id)).length;
  const done = () => {
    checked.clear();
    onDone();
  };
  const finish = (to: Client) => to.ship.finish(ship.id);
  const finished = () => {
    onFinished();
    done();
  };
  useScanCommands(permits('ship.finish') ? { finish: () => void send(finish).then((made) => made && finished()) } : {});
  return (
    <Group gap="xs">
      {permits('ship.palletize') && cartonIds.length > 0 && (
        <CallButton
          size="lg"
          variant="default"
          action={(to) => to.ship.pallet.create(ship.id, { carton_ids: cartonIds })}
          onDone={done}
        >
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

function Pallets({ ship, onDone }: ShipPartProps) {
  const texts = useWorkTexts();
  const mayChange = usePermits()('ship.palletize');
  const pallets = palletsOf(ship);
  if (pallets.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4">
        {texts.ship.pallets}
      </Title>
      <ul className="queue">
        {pallets.map(({ id, number, names }) => (
          <li key={id} className="entry">
            <Text fw={700}>{texts.ship.pallet(number)}</Text>
            <Text size="sm">{names.join(', ')}</Text>
            {mayChange && (
              <CallButton
                size="lg"
                variant="default"
                action={(to) => to.ship.pallet.remove(ship.id, id)}
                onDone={onDone}
              >
                {texts.ship.unloadPallet}
              </CallButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
