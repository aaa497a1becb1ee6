import { Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallButton } from '../ground/calls.tsx';
import { type Run, runsKey } from './run.ts';
import { useBulkRunPageTexts } from './texts/use-texts.ts';

/** The speed of a run that works, which people may change. Empty is as fast as possible. */
export function RateField({ run: { id, rate } }: { readonly run: Run }) {
  const texts = useBulkRunPageTexts();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(`${rate ?? ''}`);
  const wanted = typed.trim() === '' ? null : Number(typed);
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        size="xs"
        type="number"
        min={0}
        step="any"
        label={texts.rate}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <CallButton
        size="xs"
        variant="default"
        disabled={wanted === rate}
        action={({ bulkrun }) => bulkrun.rate(id, { rate: wanted })}
        onDone={() => void queries.invalidateQueries({ queryKey: runsKey })}
      >
        {texts.setRate}
      </CallButton>
    </Group>
  );
}
