import '../work.css';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTitle } from '../../ground/title.ts';
import { useScreenAwake } from '../../scanner/awake.ts';
import { PageOfWork } from '../page-of-work.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import { useJoined } from '../use-joined.ts';
import { AfterPick } from './after.tsx';
import { Amount } from './amount.tsx';
import { isMeasured } from './judge.ts';
import { ProblemForm } from './problem-form.tsx';
import { pickState } from './read.ts';
import { StopCard } from './stop-card.tsx';
import { StopList } from './stop-list.tsx';
import { type Picking, usePicking } from './use-picking.ts';

/** One pick: the next stop in large, what to scan there, and all stops below. */
export function PickPage() {
  const id = Number(useParams({ from: '/frame/work/pick/$id' }).id);
  const texts = useWorkTexts();
  const picking = usePicking(id);
  const { data: pick, error, refetch } = picking.reading;
  useTitle(pick && texts.pick.title(pick.number));
  useScreenAwake();
  useJoined('pick', pick);
  if (!pick) return error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : <Skeleton height={240} />;
  return (
    <PageOfWork
      title={texts.pick.title(pick.number)}
      workers={pick.workers}
      queue={picking.queue}
      verdicts={picking.verdicts}
    >
      {pick.status_id === pickState.open ? <OpenPick picking={picking} /> : <AfterPick pick={pick} />}
    </PageOfWork>
  );
}

function OpenPick({ picking }: { readonly picking: Picking }) {
  const texts = useWorkTexts();
  const { lines, stops, stop, waitingLine, expected, mayCount } = picking;
  const counted = lines.reduce((sum, line) => sum + line.counted, 0);
  const total = lines.reduce((sum, line) => sum + line.qty, 0);
  return (
    <Stack gap="sm">
      <Text>{texts.pick.progress(counted, total)}</Text>
      {!mayCount && <Text>{texts.mayNot('pick.commit')}</Text>}
      {expected && (
        <Title order={2} className="expected" aria-live="polite">
          {expected}
        </Title>
      )}
      {waitingLine && isMeasured(waitingLine) && <Amount line={waitingLine} onCount={picking.count} />}
      {stop && <StopCard stop={stop} picking={picking} />}
      {mayCount && <ProblemForm picking={picking} />}
      <StopList stops={stops} current={stop} onChoose={picking.goTo} />
    </Stack>
  );
}
