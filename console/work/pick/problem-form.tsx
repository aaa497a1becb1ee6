import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client, PickLineAvailable } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { client } from '../../ground/client.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { type Line, openUnits, type Place } from './lines.ts';
import type { Picking } from './use-picking.ts';

/** What a picker does where the shelf has not what the pick says. It is about the first open line of the stop. */
export function ProblemForm({ picking }: { readonly picking: Picking }) {
  const texts = useWorkTexts().pick;
  const [isOpen, setOpen] = useState(false);
  const line = picking.waitingLine ?? picking.stop?.lines.find((one) => openUnits(one) > 0);
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

/** What a commit of fewer units does with the rest. */
type Rest = { readonly short_reason: string } | { readonly missing: true } | { readonly keep_rest: true };

function Problems({ line, picking, onDone }: ProblemsProps) {
  const { problems } = useWorkTexts().pick;
  const done = () => {
    onDone();
    void picking.reading.refetch();
  };
  const commit = (rest: Rest) => (to: Client) => to.pickline.commit(line.id, { ...countedOf(line), ...rest });
  const isCounted = line.counted > 0;
  return (
    <Stack gap="sm" mt="sm">
      <Text fw={700}>{line.part.number}</Text>
      {isCounted && (
        <Choice
          name={problems.short}
          help={problems.shortHelp}
          action={commit({ short_reason: problems.short })}
          onDone={done}
          isWaiting={line.unsent !== 0}
        />
      )}
      <Choice
        name={problems.missing}
        help={problems.missingHelp}
        action={commit({ missing: true })}
        onDone={done}
        isWaiting={line.unsent !== 0}
      />
      {isCounted && (
        <Choice
          name={problems.later}
          help={problems.laterHelp}
          action={commit({ keep_rest: true })}
          onDone={done}
          isWaiting={line.unsent !== 0}
        />
      )}
      <Elsewhere
        line={line}
        onChoose={(place) => {
          picking.takeFrom(line.id, place);
          onDone();
        }}
      />
    </Stack>
  );
}

/** The units of a line that are counted, as a commit names them. */
function countedOf({ counted, counts, part }: Line) {
  const tracking = counts.map(({ lot, serial, qty }) => ({ lot, serial, qty }));
  const [first] = counts;
  return {
    qty: counted,
    ...(first ? { location_id: first.locationId } : {}),
    ...(part.tracking === 'none' || counted === 0 ? {} : { tracking }),
  };
}

interface ChoiceProps {
  readonly name: string;
  readonly help: string;
  readonly action: (to: Client) => Promise<unknown>;
  readonly onDone: () => void;
  /** Whether scans of the line are not sent yet. */
  readonly isWaiting: boolean;
}

function Choice({ name, help, action, onDone, isWaiting }: ChoiceProps) {
  const texts = useWorkTexts();
  return (
    <div>
      <CallButton size="lg" variant="default" action={action} onDone={onDone} onRefused={onDone} disabled={isWaiting}>
        {name}
      </CallButton>
      <Text size="sm">{isWaiting ? texts.waitingToFinish : help}</Text>
    </div>
  );
}

/** The other places that have free stock of the part. */
function Elsewhere({ line, onChoose }: { readonly line: Line; readonly onChoose: (place: Place) => void }) {
  const { problems } = useWorkTexts().pick;
  const { data } = useQuery({
    queryKey: ['work', 'elsewhere', line.id],
    queryFn: () => client.pickline.get(line.id, { embed: 'qty_available_for_pick.location' }),
    gcTime: 0,
  });
  if (!data) return null;
  const units = new Map<number, { name: string; barcode: string | null; qty: number }>();
  for (const { location, location_id, qty } of (data.qty_available_for_pick ?? []) as PickLineAvailable[]) {
    if (location_id === line.place?.id) continue;
    const before = units.get(location_id)?.qty ?? 0;
    units.set(location_id, {
      name: location?.name ?? `${location_id}`,
      barcode: location?.barcode ?? null,
      qty: before + qty,
    });
  }
  return (
    <div>
      <Text fw={700}>{problems.elsewhere}</Text>
      <Text size="sm">{units.size === 0 ? problems.noElsewhere : problems.elsewhereHelp}</Text>
      <Group gap="xs">
        {[...units].map(([id, { name, barcode, qty }]) => (
          <Button key={id} size="lg" variant="default" onClick={() => onChoose({ id, name, barcode })}>
            {problems.placeWith(name, qty)}
          </Button>
        ))}
      </Group>
    </div>
  );
}
