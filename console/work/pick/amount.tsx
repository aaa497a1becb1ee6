import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWorkTexts } from '../texts/use-texts.ts';
import type { Count } from './judge.ts';
import { type Line, openUnits } from './lines.ts';

/** Reads a decimal as people write it: with a comma or a point. */
const numberOf = (text: string) => Number(text.trim().replace(',', '.'));

/** Asks how much of a part that nobody can count, such as cable. It proposes what is missing. */
export function Amount({ line, onCount }: { readonly line: Line; readonly onCount: (count: Count) => void }) {
  const texts = useWorkTexts();
  const [amount, setAmount] = useState(`${openUnits(line)}`);
  const [take] = line.take;
  const send = () =>
    onCount({
      ...{ lineId: line.id, qty: numberOf(amount), lot: take?.lot ?? null, serial: null },
      locationId: take?.locationId ?? line.place?.id ?? null,
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          size="lg"
          inputMode="decimal"
          label={texts.what.howMuch(line.part.number, line.part.unit)}
          value={amount}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
          data-autofocus
        />
        <Button type="submit" size="lg" disabled={!(numberOf(amount) > 0)}>
          {texts.ok}
        </Button>
      </Group>
    </form>
  );
}
