import './next.css';
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { type Client, ProblemError, type Warning } from '../../../client/browser.ts';
import { CallButton, useCalls } from '../../ground/calls.tsx';
import { usePermits } from '../../ground/session.ts';
import { ServiceText } from '../../texts/service-words.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { OrderDialog } from '../call-form.tsx';
import { type Shown, useReread } from '../order.ts';
import { AddressForm, type NextFormProps } from './address-form.tsx';
import { callWords, type NextCall } from './call-words.ts';
import { StockForm } from './stock-form.tsx';

/** The calls that move the order, as buttons, and those that a refusal names. What the user may not do is left out. */
export function NextCalls({ order, progress: { next } }: Shown) {
  const texts = useTexts().order.next;
  const permits = usePermits();
  const { refusal } = useCalls();
  const mayBeSent = (call: NextCall) => {
    const { permission } = callWords(call, texts.words);
    return permission === null || permits(permission);
  };
  const calls = next.filter(mayBeSent);
  const instead = insteadOf(refusal, next).filter(mayBeSent);
  const warnings = warningsOf(refusal);
  const isLine = ({ path }: NextCall) => path.startsWith('/pickline/');
  const lines = calls.filter(isLine);
  const others = lines.length > 2 ? calls.filter((call) => !isLine(call)) : calls;
  if (next.length === 0) return null;
  return (
    <div>
      <Calls calls={others} orderId={order.id} isFirstFilled />
      {lines.length > 2 && (
        <details className="next-more">
          <summary>{texts.lines(lines.length)}</summary>
          <Calls calls={lines} orderId={order.id} />
        </details>
      )}
      {calls.length === 0 && <Text size="sm">{texts.nothing}</Text>}
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
          <Calls calls={instead} orderId={order.id} />
        </>
      )}
    </div>
  );
}

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
  readonly orderId: number;
  readonly isFirstFilled?: boolean;
}

function Calls({ calls, orderId, isFirstFilled = false }: CallsProps) {
  const texts = useTexts().order.next;
  return (
    <ul className="next-calls" aria-label={texts.title}>
      {calls.map((call, index) => (
        <li key={JSON.stringify([call.method, call.path, call.body])}>
          <Call call={call} orderId={orderId} variant={isFirstFilled && index === 0 ? 'filled' : 'default'} />
          <Text size="sm" c="dimmed">
            <ServiceText>{call.why}</ServiceText>
          </Text>
        </li>
      ))}
    </ul>
  );
}

interface CallProps {
  readonly call: NextCall;
  readonly orderId: number;
  readonly variant: 'filled' | 'default';
}

function Call({ call, orderId, variant }: CallProps) {
  const texts = useTexts().order.next;
  const reread = useReread(orderId);
  const { word } = callWords(call, texts.words);
  const { method, path, body } = call;
  const other = /^\/salesorder\/(\d+)\/progress$/.exec(path)?.[1];
  if (method === 'GET' && other) {
    return (
      <Button renderRoot={(props) => <Link to="/orders/$id" params={{ id: other }} {...props} />} variant={variant}>
        {word}
      </Button>
    );
  }
  if (method === 'PUT')
    return <Opener {...{ word, variant, call, orderId }} title={texts.addressTitle} form={AddressForm} />;
  if (body !== null && typeof body === 'object' && 'tracking' in body) {
    return <Opener {...{ word, variant, call, orderId }} title={texts.stockTitle} form={StockForm} />;
  }
  const action = (client: Client) => client.request({ method: method as 'POST', path, body });
  return (
    <CallButton action={action} variant={variant} onDone={reread} onRefused={reread}>
      {word}
    </CallButton>
  );
}

interface OpenerProps extends CallProps {
  readonly word: string;
  readonly title: string;
  readonly form: ComponentType<NextFormProps>;
}

/** A button for a call that needs something from a person. */
function Opener({ word, variant, title, form: Form, call, orderId }: OpenerProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant={variant} aria-haspopup="dialog" onClick={open}>
        {word}
      </Button>
      <OrderDialog title={title} isOpen={isOpen} onClose={close}>
        <Form call={call} orderId={orderId} onClose={close} />
      </OrderDialog>
    </>
  );
}
