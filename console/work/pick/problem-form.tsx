import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Client } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import { Discrepancy } from './discrepancy.tsx';
import { type Line, openUnits } from './lines.ts';
import { OtherPlaces } from './other-places.tsx';
import type { Picking } from './use-picking.ts';
import { writtenOffWords } from './words.ts';

/** A picker's options when the shelf lacks the units of the pick. It is about the first open line of the stop. */
export function ProblemForm({ picking }: { readonly picking: Picking }) {
  const texts = useWorkTexts().pick;
  const [isOpen, setOpen] = useState(false);
  const line = picking.waiting?.line ?? picking.stop?.lines.find((one) => openUnits(one) > 0);
  if (!line) return null;
  return (
    <div>
      <Button size="lg" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {texts.problem}
      </Button>
      {isOpen && <Problems key={line.id} line={line} picking={picking} onDone={() => setOpen(false)} />}
    </div>
  );
}

interface ProblemsProps {
  readonly line: Line;
  readonly picking: Picking;
  readonly onDone: () => void;
}

/** The longest reason that the service takes. */
const longestReason = 200;

function Problems({ line, picking, onDone }: ProblemsProps) {
  const texts = useWorkTexts();
  const { problems, noStock } = texts.pick;
  const [reason, setReason] = useState('');
  const why = reason.trim();
  const done = () => {
    onDone();
    void picking.reading.refetch();
  };
  const say = (words: string) => {
    if (words !== '') picking.verdicts.say({ sign: 'counted', words });
    done();
  };
  // The service has the current counts: other people may have counted too.
  const commit =
    (rest: { readonly missing?: true; readonly refill?: true; readonly keep_rest?: true }) => (to: Client) => {
      return to.pickline.commit(line.id, { counted: true, ...rest, ...(why !== '' && { short_reason: why }) });
    };
  const choices = [
    { name: problems.short, help: problems.shortHelp, rest: {}, needsCount: true },
    {
      name: problems.missing,
      help: problems.missingHelp(openUnits(line), line.home?.name ?? noStock),
      rest: { missing: true, refill: true },
      needsCount: false,
    },
    { name: problems.later, help: problems.laterHelp, rest: { keep_rest: true }, needsCount: true },
  ] as const;
  return (
    <Stack gap="sm" mt="sm">
      <Text fw={700}>{line.part.number}</Text>
      <TextInput
        size="lg"
        label={problems.reason}
        value={reason}
        maxLength={longestReason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {choices
        .filter(({ needsCount }) => !needsCount || line.counted > 0)
        .map(({ name, help, rest }) => (
          <div key={name}>
            <CallButton
              {...{ size: 'lg', variant: 'default', disabled: line.isWaiting }}
              action={commit(rest)}
              onDone={({ written_off: off }) =>
                say(writtenOffWords(off, line.part.number, line.home?.name ?? noStock, texts))
              }
              onRefused={done}
            >
              {name}
            </CallButton>
            <Text size="sm">{line.isWaiting ? texts.waitingToFinish : help}</Text>
          </div>
        ))}
      <Discrepancy line={line} reason={why} onDone={say} />
      <OtherPlaces
        pickId={picking.id}
        line={line}
        onChoose={(elsewhere) => {
          picking.takeFrom(line.id, elsewhere);
          onDone();
        }}
      />
    </Stack>
  );
}
