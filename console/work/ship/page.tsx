import '../work.css';
import { Skeleton, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isProblem } from '../../../client/browser.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTitle } from '../../ground/title.ts';
import { useScreenAwake } from '../../scanner/awake.ts';
import { Checklist } from '../checklist/list.tsx';
import { DeletedList } from '../deleted-list.tsx';
import { PageOfWork } from '../page-of-work.tsx';
import { PutBack, VoidList } from '../put-back.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import { useVerdicts } from '../verdict.tsx';
import { Pallets } from './pallets.tsx';
import { OpenShipLabels, ShipPaper } from './paper.tsx';
import { isOpen, isVoid, useShip } from './read.ts';
import { ShipCalls } from './ship-calls.tsx';
import { useLoading } from './use-loading.ts';

/** One ship: its cartons are checked off by scans, put onto pallets, and handed to the pickup. */
export function ShipPage() {
  const id = Number(useParams({ from: '/frame/work/ship/$id' }).id);
  const texts = useWorkTexts();
  const verdicts = useVerdicts();
  const { data: ship, error, refetch } = useShip(id);
  const loading = useLoading({ id, ship, verdicts, onDone: () => void refetch() });
  // Somebody else who has the ship in view prints nothing.
  const [finishedId, setFinishedId] = useState<number | null>(null);
  useTitle(ship && texts.listNames.ship(ship.number));
  useScreenAwake();
  if (isProblem(error, 'record.unknown'))
    return <DeletedList kind="ship" id={id} number={ship?.number} error={error} />;
  if (!ship) return error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : <Skeleton height={240} />;
  return (
    <PageOfWork title={texts.listNames.ship(ship.number)} verdicts={verdicts} notes={ship.notes}>
      <PutBack units={ship.put_back} verdicts={verdicts} onDone={() => void refetch()} />
      {isVoid(ship) ? (
        <VoidList words={texts.ship.voided} hasUnits={ship.put_back !== null} />
      ) : isOpen(ship) ? (
        <Stack gap="sm">
          <OpenShipLabels ship={ship} />
          <Checklist checking={loading.checking} name={texts.ship.cartons} />
          <ShipCalls {...{ ship, loading, verdicts }} onFinished={() => setFinishedId(id)} />
          <Pallets {...{ ship, loading, verdicts }} />
        </Stack>
      ) : (
        <ShipPaper ship={ship} isFresh={finishedId === id} />
      )}
    </PageOfWork>
  );
}
