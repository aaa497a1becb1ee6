import '../work.css';
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { isProblem } from '../../../client/browser.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useTitle } from '../../ground/title.ts';
import { useScreenAwake } from '../../scanner/awake.ts';
import { DeletedList } from '../deleted-list.tsx';
import { PageOfWork } from '../page-of-work.tsx';
import { PutBack } from '../put-back.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import { useJoined } from '../use-joined.ts';
import { AfterPick } from './after.tsx';
import { Amount } from './amount.tsx';
import { exact, isMeasured, type Line } from './lines.ts';
import { ProblemForm } from './problem-form.tsx';
import { listOf, pickState } from './read.ts';
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
  if (isProblem(error, 'record.unknown'))
    return <DeletedList kind="pick" id={id} number={pick?.number} error={error} />;
  if (!pick) return error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : <Skeleton height={240} />;
  return (
    <PageOfWork
      list={listOf(id)}
      title={texts.pick.title(pick.number)}
      workers={pick.workers}
      verdicts={picking.verdicts}
      notes={pick.notes}
    >
      <PutBack units={pick.put_back} verdicts={picking.verdicts} onDone={() => void refetch()} />
      {pick.status_id === pickState.open ? <OpenPick picking={picking} /> : <AfterPick pick={pick} />}
    </PageOfWork>
  );
}

function OpenPick({ picking }: { readonly picking: Picking }) {
  const texts = useWorkTexts();
  const { lines, stops, stop, waiting, expected, mayCount } = picking;
  const sum = (of: (line: Line) => number) => exact(lines.reduce((total, line) => total + of(line), 0));
  const unsent = sum((line) => line.unsent);
  const isAmount = waiting !== null && isMeasured(waiting.line);
  return (
    <Stack gap="sm">
      <Text>
        {texts.pick.progress(
          sum(({ counted }) => counted),
          sum(({ qty }) => qty),
        )}
        {unsent !== 0 && ` (${texts.unsent(unsent)})`}
      </Text>
      {!mayCount && <Text>{texts.mayNot('pick.commit')}</Text>}
      {expected && (
        <Title order={2} className="expected" aria-live="polite">
          {expected}
        </Title>
      )}
      {isAmount && (
        // Another line, or another amount in a code, resets the proposal.
        <Amount key={`${waiting.line.id}/${waiting.pending.units}`} waiting={waiting} picking={picking} />
      )}
      {waiting && (
        <Button size="lg" variant="default" onClick={picking.cancel}>
          {texts.pick.cancel(waiting.line.part.number)}
        </Button>
      )}
      {stop && <StopCard stop={stop} picking={picking} />}
      {mayCount && <ProblemForm picking={picking} />}
      <StopList stops={stops} current={stop} onChoose={picking.goTo} />
    </Stack>
  );
}
