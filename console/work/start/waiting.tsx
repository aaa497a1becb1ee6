import { Button, Checkbox, Group, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Client } from '../../../client/browser.ts';
import { CallButton } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { useWorkTexts } from '../texts/use-texts.ts';
import { addressOf, callsOf, type Step } from './steps.ts';

export interface WaitingProps {
  readonly step: Step;
  readonly title: string;
  readonly entries: readonly { readonly key: string; readonly label: string }[];
  /** The words of the button that makes one list of some entries. */
  readonly begin: (count: number) => string;
  readonly create: (client: Client, keys: readonly string[]) => Promise<{ readonly id: number }>;
  /** Shows more entries; undefined where all are shown. */
  readonly onMore?: (() => void) | undefined;
}

/** Entries of a wave that is chosen by one tap. */
const wave = 10;

/** The entries that wait for a step. Chosen entries become one list, which opens. */
export function Waiting({ step, title, entries, begin, create, onMore }: WaitingProps) {
  const texts = useWorkTexts();
  const mayCreate = usePermits()(callsOf[step].creates);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const keys = entries.map(({ key }) => key).filter((key) => chosen.has(key));
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  const chooseFirst = (count: number) => setChosen(new Set(entries.slice(0, count).map(({ key }) => key)));
  if (entries.length === 0) return <Text>{texts.nothingToDo[step]}</Text>;
  return (
    <section>
      <Title order={2} size="h4">
        {title}
      </Title>
      {mayCreate && keys.length === 0 && (
        <Group gap="xs">
          {[1, ...(entries.length > wave ? [wave] : [])].map((count) => (
            <Button key={count} size="lg" variant="default" onClick={() => chooseFirst(count)}>
              {texts.chooseFirst(count)}
            </Button>
          ))}
        </Group>
      )}
      {mayCreate && keys.length > 0 && (
        <CallButton
          size="lg"
          fullWidth
          action={(to) => create(to, keys)}
          onDone={(list) => void navigate({ to: addressOf(step, (list as { id: number }).id) })}
        >
          {begin(keys.length)}
        </CallButton>
      )}
      <ul className="queue">
        {entries.map(({ key, label }) => (
          <li key={key} className="entry">
            {mayCreate ? (
              <Checkbox size="lg" checked={chosen.has(key)} onChange={() => toggle(key)} label={label} />
            ) : (
              <Text>{label}</Text>
            )}
          </li>
        ))}
      </ul>
      {onMore && (
        <Button size="lg" variant="default" onClick={onMore}>
          {texts.more}
        </Button>
      )}
    </section>
  );
}
