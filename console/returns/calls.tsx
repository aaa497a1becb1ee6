import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermits } from '../ground/session.ts';
import { AuthoriseForm } from './forms/authorise.tsx';
import { CloseForm } from './forms/close.tsx';
import { DecisionForm } from './forms/decision.tsx';
import type { ReturnFormProps } from './forms/dialog.tsx';
import { InspectForm } from './forms/inspect.tsx';
import { ReceiveForm } from './forms/receive.tsx';
import { callsOf, type Return, type ReturnCall, returnsKey, stateOf } from './returns.ts';
import { useReturnTexts } from './texts/use-texts.ts';

/** The calls that this user may send now. The first one is the next step of the return. */
export function ReturnCalls({ one }: { readonly one: Return }) {
  const texts = useReturnTexts();
  const permits = usePermits();
  const queries = useQueryClient();
  const [call, setCall] = useState<ReturnCall | null>(null);
  const close = () => {
    setCall(null);
    void queries.invalidateQueries({ queryKey: returnsKey });
  };
  const nameOf = (name: ReturnCall) =>
    name === 'authorise' && stateOf(one) !== 'Requested' ? texts.calls.raise : texts.calls[name];
  return (
    <Group gap="xs">
      {callsOf(one, permits).map((name, place) => (
        <Button key={name} variant={place === 0 ? 'filled' : 'default'} onClick={() => setCall(name)}>
          {nameOf(name)}
        </Button>
      ))}
      {call && <Form call={call} one={one} title={`${one.number}: ${nameOf(call)}`} onClose={close} />}
    </Group>
  );
}

function Form(props: ReturnFormProps) {
  switch (props.call) {
    case 'authorise':
      return <AuthoriseForm {...props} />;
    case 'receive':
      return <ReceiveForm {...props} />;
    case 'inspect':
      return <InspectForm {...props} />;
    case 'close':
      return <CloseForm {...props} />;
    case 'refuse':
    case 'cancel':
      return <DecisionForm {...props} />;
  }
}
