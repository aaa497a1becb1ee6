import { Group, List, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client as service } from '../../ground/client.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { usePermits } from '../../ground/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { CallForm } from '../call-form.tsx';
import { orderKey } from '../order.ts';
import { numberOf } from './amounts.ts';
import { type NextFormProps, sending } from './call-form-props.ts';
import { bodyOf, type Claim, type Fact, factsOf, takesQuantities } from './claims.ts';

/** The most lines whose quantities can be changed here. People who count more do so on the pages of work. */
const mostFields = 20;
/** The most lines that a question lists. */
const mostFacts = 50;

/**
 * Asks for a confirmation about the goods before a call claims it. It lists the units, and takes other quantities
 * where the call does.
 */
export function ClaimForm({ claim, ...props }: NextFormProps & { readonly claim: Claim }) {
  const { call, shown, onClose } = props;
  const texts = useTexts().order.next;
  const permits = usePermits();
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const { data: facts, error } = useQuery({
    queryKey: [...orderKey(shown.order.id), 'claim', call.path, claim],
    queryFn: () => factsOf(claim, call, shown, service, permits),
    gcTime: 0,
  });
  const { question, button } = texts.claims[claim];
  const amounts = new Map([...typed].map(([line, text]) => [line, numberOf(text)]));
  const isWrong = (facts ?? []).some(({ lineId, qty }) => {
    const amount = amounts.get(lineId ?? 0) ?? qty;
    return !(amount >= 0 && amount <= qty);
  });
  const isEmpty = (facts ?? []).length > 0 && [...(facts ?? [])].every(({ lineId }) => amounts.get(lineId ?? 0) === 0);
  const action = sending(props, bodyOf(call, facts ?? [], amounts));
  const hasFields = takesQuantities(call) && (facts ?? []).length <= mostFields;
  return (
    <CallForm
      {...{ action, onClose, button }}
      orderId={shown.order.id}
      values={{}}
      isReady={(facts !== undefined && !isWrong && !isEmpty) || error !== null}
    >
      {() => (
        <>
          {error && <ProblemNotice error={error} />}
          <Text>{question}</Text>
          {hasFields
            ? (facts ?? []).map((fact) => (
                <AmountField
                  key={fact.lineId}
                  fact={fact}
                  text={typed.get(fact.lineId ?? 0)}
                  onType={(text) => setTyped(new Map([...typed, [fact.lineId ?? 0, text]]))}
                />
              ))
            : facts && <Facts facts={facts} />}
        </>
      )}
    </CallForm>
  );
}

interface AmountFieldProps {
  readonly fact: Fact;
  readonly text: string | undefined;
  readonly onType: (text: string) => void;
}

/** The units of a line, with how many of them it is true. */
function AmountField({ fact: { part, qty, place }, text = `${qty}`, onType }: AmountFieldProps) {
  const texts = useTexts().order.next;
  const amount = numberOf(text);
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Text className="claim-units">{texts.units(null, part, place)}</Text>
      <TextInput
        w={110}
        inputMode="decimal"
        aria-label={texts.howMany(part)}
        rightSection={<Text size="sm">{texts.ofAll(qty)}</Text>}
        rightSectionWidth={56}
        value={text}
        error={!(amount >= 0 && amount <= qty)}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </Group>
  );
}

/** The units that the question is about. */
function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const texts = useTexts().order.next;
  const open = facts.filter(({ isDone }) => !isDone);
  const done = facts.length - open.length;
  return (
    <>
      <List size="sm">
        {open.slice(0, mostFacts).map(({ part, qty, place }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part may stand here twice with the same quantity
          <List.Item key={index}>{texts.units(qty, part, place)}</List.Item>
        ))}
      </List>
      {open.length > mostFacts && <Text size="sm">{texts.more(open.length - mostFacts)}</Text>}
      {done > 0 && <Text size="sm">{texts.pickedLines(done)}</Text>}
    </>
  );
}
