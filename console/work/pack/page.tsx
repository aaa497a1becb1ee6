import '../work.css';
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Client, isProblem, type Pack } from '../../../client/browser.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useTitle } from '../../ground/title.ts';
import { useScreenAwake } from '../../scanner/awake.ts';
import { ClaimButton } from '../claim-button.tsx';
import { DeletedList } from '../deleted-list.tsx';
import { PageOfWork } from '../page-of-work.tsx';
import { PutBack, VoidList } from '../put-back.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import { useJoined } from '../use-joined.ts';
import { CartonCard } from './carton-card.tsx';
import { CartonChoice } from './carton-choice.tsx';
import { LooseUnits } from './loose-units.tsx';
import { MoveFrom } from './move-from.tsx';
import { PackPaper } from './paper.tsx';
import { listOf, packState } from './read.ts';
import { uncheckedPartsIn, uncheckedUnits } from './units.ts';
import { type Packing, usePacking } from './use-packing.ts';

/** One pack: what is to go into cartons, the carton at hand with its drawing, and the end. */
export function PackPage() {
  const id = Number(useParams({ from: '/frame/work/pack/$id' }).id);
  const texts = useWorkTexts();
  const packing = usePacking(id);
  const { data: pack, error, refetch } = packing.reading;
  // Somebody else who has the pack in view prints nothing.
  const [finishedId, setFinishedId] = useState<number | null>(null);
  useTitle(pack && texts.listNames.pack(pack.number));
  useScreenAwake();
  useJoined('pack', pack);
  if (isProblem(error, 'record.unknown'))
    return <DeletedList kind="pack" id={id} number={pack?.number} error={error} />;
  if (!pack) return error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : <Skeleton height={240} />;
  return (
    <PageOfWork
      list={listOf(id)}
      title={texts.listNames.pack(pack.number)}
      workers={pack.workers}
      verdicts={packing.verdicts}
      notes={pack.notes}
    >
      <PutBack units={pack.put_back} verdicts={packing.verdicts} onDone={() => void packing.reading.refetch()} />
      {pack.status_id === packState.open && (
        <OpenPack pack={pack} packing={packing} onFinished={() => setFinishedId(id)} />
      )}
      {pack.status_id === packState.finished && <PackPaper pack={pack} isFresh={finishedId === id} />}
      {pack.status_id === packState.void && <VoidList words={texts.pack.voided} hasUnits={pack.put_back !== null} />}
    </PageOfWork>
  );
}

interface OpenPackProps {
  readonly pack: Pack;
  readonly packing: Packing;
  readonly onFinished: () => void;
}

function OpenPack({ pack, packing, onFinished }: OpenPackProps) {
  const texts = useWorkTexts();
  const { carton, expected, mayPack, pending, dropQuestion } = packing;
  return (
    <Stack gap="sm">
      {expected && (
        <Title order={2} className="expected" aria-live="polite">
          {expected}
        </Title>
      )}
      {pending && (
        <Button size="lg" variant="default" onClick={dropQuestion}>
          {texts.pack.dropQuestion}
        </Button>
      )}
      {!mayPack && <Text>{texts.mayNot('pack.moveitem')}</Text>}
      <CartonChoice pack={pack} packing={packing} />
      <MoveFrom packing={packing} />
      {carton && <CartonCard key={carton.id} pack={pack} carton={carton} packing={packing} />}
      <LooseUnits packing={packing} />
      <Finish pack={pack} packing={packing} onFinished={onFinished} />
    </Stack>
  );
}

function Finish({ pack: { id }, packing, onFinished }: OpenPackProps) {
  const texts = useWorkTexts();
  const mayFinish = usePermits()('pack.finish');
  const { lines, cartons, checked, queue, verdicts, reading } = packing;
  const loose = lines.reduce((sum, line) => sum + line.loose, 0);
  if (!mayFinish || loose > 0 || lines.length === 0) return null;
  const isWaiting = queue.waiting.length > 0;
  const done = () => {
    onFinished();
    verdicts.say({ sign: 'finished', words: texts.pack.finished });
    void reading.refetch();
  };
  const unchecked = uncheckedUnits(cartons, checked);
  const units = cartons.flatMap((carton) =>
    uncheckedPartsIn(carton, checked, lines).map(({ qty, part }) => texts.pack.inCarton(qty, part, carton.name)),
  );
  return (
    <div>
      <ClaimButton
        size="lg"
        command="finish"
        disabled={isWaiting}
        action={(to: Client) => to.pack.finish(id)}
        question={unchecked > 0 ? texts.pack.asksFinish(unchecked, units) : null}
        {...{ verdicts, onDone: done }}
      >
        {texts.pack.finish}
      </ClaimButton>
      {isWaiting && <Text size="sm">{texts.waitingToFinish}</Text>}
      {unchecked > 0 && <Text size="sm">{texts.pack.unchecked(unchecked)}</Text>}
    </div>
  );
}
