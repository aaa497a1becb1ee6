import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Choice } from '../choice.tsx';
import { useWorkTexts } from '../texts/use-texts.ts';
import { lotsOf, openOfLot } from './lines.ts';
import type { Picking } from './use-picking.ts';

/** Reads a decimal as people write it: with a comma or a point. */
export const numberOf = (text: string) => Number(text.trim().replace(',', '.'));

export interface AmountProps {
  readonly waiting: NonNullable<Picking['waiting']>;
  readonly picking: Picking;
}

/**
 * Asks for the amount of a part that cannot be counted, such as cable. It proposes what the code said, or else what
 * is missing.
 */
export function Amount({ waiting: { line, pending }, picking }: AmountProps) {
  const texts = useWorkTexts();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const proposed = `${pending.units ?? openOfLot(line, pending.lot)}`;
  const amount = numberOf(typed ?? proposed);
  const lots = line.part.tracking === 'lot' ? lotsOf(line) : [];
  // Keys go to the field for scans otherwise.
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        picking.sayAmount(amount);
      }}
    >
      <Stack gap="xs">
        {lots.length > 1 && (
          <Choice
            name={texts.what.chooseLot(line.part.number)}
            value={pending.lot ?? ''}
            choices={lots.map((lot) => ({ value: lot, label: lot }))}
            onChange={(lot) => picking.askAmount(line, lot)}
          />
        )}
        <Group align="flex-end" gap="xs">
          <TextInput
            ref={input}
            size="lg"
            inputMode="decimal"
            label={texts.what.howMuch(line.part.number, line.part.unit)}
            value={typed ?? proposed}
            onChange={({ currentTarget: { value } }) => setTyped(value === proposed ? null : value)}
          />
          <Button type="submit" size="lg" disabled={!(amount > 0)}>
            {texts.ok}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
