import './next.css';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Client, ProblemError, type Warning } from '../../../client/browser.ts';
import { CallButton, useCalls } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { ServiceText } from '../../texts/service-words.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { OrderDialog } from '../call-form.tsx';
import { CarrierForm } from '../decide/carrier-form.tsx';
import { HoldForm } from '../decide/hold-form.tsx';
import { type Shown, useReread } from '../order.ts';
import { AddressForm } from './address-form.tsx';
import type { NextFormProps } from './call-form-props.ts';
import { type CallWords, callWords, type NextCall } from './call-words.ts';
import { ClaimForm } from './claim-form.tsx';
import { StockForm } from './stock-form.tsx';
import { type WayBack, wayBack } from './take-back.ts';

type Asks = NonNullable<CallWords['asks']>;

/**
 * The calls that move the order, as buttons, and the calls that a refusal names. Calls without a permission are
 * left out.
 */
export function NextCalls(shown: Shown) {
  const { next } = shown.progress;
  const texts = useTexts().order.next;
  const reread = useReread(shown.order.id);
  const [last, setLast] = useState<Sent | null>(null);
  const permits = usePermits();
  const { refusal } = useCalls();
  const mayBeSent = (call: NextCall) => {
    const { permission } = callWords(call, texts.words);
    return permission === null || permits(permission);
  };
  const calls = withOneCarrier(next.filter(mayBeSent));
  const instead = withOneCarrier(insteadOf(refusal, next).filter(mayBeSent));
  const warnings = warningsOf(refusal);
  const isLine = ({ path }: NextCall) => path.startsWith('/pickline/');
  const lines = calls.filter(isLine);
  const others = lines.length > 2 ? calls.filter((call) => !isLine(call)) : calls;
  const done = (call: NextCall, answer: unknown) => {
    setLast({ word: callWords(call, texts.words).word, back: wayBack(call, answer) });
    reread();
  };
  const takenBack = () => {
    setLast(null);
    reread();
  };
  if (next.length === 0) return last && <LastCall {...last} onBack={takenBack} />;
  return (
    <div>
      <Calls calls={others} shown={shown} onDone={done} isFirstFilled />
      {lines.length > 2 && (
        <details className="next-more">
          <summary>{texts.lines(lines.length)}</summary>
          <Calls calls={lines} shown={shown} onDone={done} />
        </details>
      )}
      {calls.length === 0 && <Text size="sm">{texts.nothing}</Text>}
      {last && <LastCall {...last} onBack={takenBack} />}
      {warnings.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="xs">
            {texts.warnings}
          </Text>
          <ul className="next-warnings">
            {warnings.map(({ code, pointer, message }) => (
              <li key={`${code} ${pointer}`}>
                <ServiceText>{message}</ServiceText>
              </li>
            ))}
          </ul>
        </>
      )}
      {instead.length > 0 && (
        <>
          <Text size="sm" fw={600} mt="xs">
            {texts.afterRefusal}
          </Text>
          <Calls calls={instead} shown={shown} onDone={done} />
        </>
      )}
    </div>
  );
}

interface Sent {
  readonly word: string;
  readonly back: WayBack | null;
}

const isCarrier = ({ path }: NextCall) => /^\/salesorder\/\d+\/carrier$/.test(path);

/** Keeps only one of the calls that change the carrier: its form has all carriers. */
const withOneCarrier = (calls: readonly NextCall[]): NextCall[] =>
  calls.filter((call) => !isCarrier(call) || call === calls.find(isCarrier));

/** Returns the calls that a refusal names and the progress does not, such as an issue in spite of warnings. */
function insteadOf(refusal: unknown, known: readonly NextCall[]): NextCall[] {
  if (!(refusal instanceof ProblemError) || !Array.isArray(refusal.members.next)) return [];
  const named = new Set(known.map((call) => JSON.stringify([call.path, call.body])));
  return (refusal.members.next as NextCall[]).filter(({ path, body }) => !named.has(JSON.stringify([path, body])));
}

/** Returns the warnings that a refusal names, in the words of the service. */
function warningsOf(refusal: unknown): Warning[] {
  const warnings = refusal instanceof ProblemError ? refusal.members.warnings : undefined;
  return Array.isArray(warnings) ? warnings : [];
}

interface CallsProps {
  readonly calls: readonly NextCall[];
  readonly shown: Shown;
  readonly onDone: CallProps['onDone'];
  readonly isFirstFilled?: boolean;
}

function Calls({ calls, shown, onDone, isFirstFilled = false }: CallsProps) {
  const texts = useTexts().order.next;
  return (
    <ul className="next-calls" aria-label={texts.title}>
      {calls.map((call, index) => (
        <li key={JSON.stringify([call.method, call.path, call.body])}>
          <Call {...{ call, shown, onDone }} variant={isFirstFilled && index === 0 ? 'filled' : 'default'} />
          <Text size="sm" c="dimmed">
            {isCarrier(call) ? texts.carrierWhy : <ServiceText>{call.why}</ServiceText>}
          </Text>
        </li>
      ))}
    </ul>
  );
}

interface CallProps {
  readonly call: NextCall;
  readonly shown: Shown;
  readonly variant: 'filled' | 'default';
  readonly onDone: (call: NextCall, answer: unknown) => void;
}

function Call(props: CallProps) {
  const { call, shown, variant } = props;
  const texts = useTexts().order.next;
  const reread = useReread(shown.order.id);
  const { word, asks } = callWords(call, texts.words);
  const { method, path, body } = call;
  const other = /^\/salesorder\/(\d+)\/progress$/.exec(path)?.[1];
  if (method === 'GET' && other) {
    return (
      <Button renderRoot={(props) => <Link to="/orders/$id" params={{ id: other }} {...props} />} variant={variant}>
        {word}
      </Button>
    );
  }
  if (asks) return <Opener {...props} word={word} asks={asks} />;
  const action = (client: Client) => client.request({ method: method as 'POST', path, body });
  return (
    <CallButton action={action} variant={variant} onDone={reread} onRefused={reread}>
      {word}
    </CallButton>
  );
}

interface OpenerProps extends CallProps {
  readonly word: string;
  readonly asks: Asks;
}

/** A button for a call that needs something from a person: a value, or the word that something is true. */
function Opener({ word, asks, variant, call, shown, onDone }: OpenerProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const done = (body: unknown, answer: unknown) => onDone({ ...call, body }, answer);
  return (
    <>
      <Button variant={variant} aria-haspopup="dialog" onClick={open}>
        {word} …
      </Button>
      <OrderDialog title={word} isOpen={isOpen} onClose={close}>
        <Form {...{ call, shown, asks }} onClose={close} onDone={done} />
      </OrderDialog>
    </>
  );
}

function Form({ asks, ...props }: NextFormProps & { readonly asks: Asks }) {
  const { shown, onClose, call } = props;
  switch (asks) {
    case 'address':
      return <AddressForm {...props} />;
    case 'stock':
      return <StockForm {...props} />;
    case 'carrier':
      return <CarrierForm {...{ shown, onClose }} decision="carrier" />;
    case 'hold':
      return <HoldForm {...{ shown, onClose }} decision="hold" proposed={(call.body as { reason?: string }).reason} />;
    default:
      return <ClaimForm {...props} claim={asks.claim} />;
  }
}

/**
 * The call that was sent last, with the way back from it. The service reports whether the goods have moved on since
 * then.
 */
function LastCall({ word, back, onBack }: { word: string; back: WayBack | null; onBack: () => void }) {
  const texts = useTexts().order.next;
  const permits = usePermits();
  return (
    <Group gap="sm" mt="sm" role="status">
      <IconCheck size={18} aria-hidden />
      <Text size="sm">{texts.sent(word)}</Text>
      {back && permits(back.permission) && (
        <CallButton size="compact-sm" variant="default" action={back.action} onDone={onBack}>
          {texts.takeBack}
        </CallButton>
      )}
    </Group>
  );
}
