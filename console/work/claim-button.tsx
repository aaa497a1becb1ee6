import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { type Client, ProblemError } from '../../client/browser.ts';
import type { Command } from '../../lib/barcodes/command-codes.ts';
import type { Action } from '../ground/action.ts';
import { CallButton, useSend } from '../ground/calls.tsx';
import { useScanCommands } from '../scanner/commands.ts';
import { give } from '../scanner/feedback.ts';
import { ServiceText } from '../texts/service-words.tsx';
import type { WorkTexts } from './texts/en.ts';
import { useWorkTexts } from './texts/use-texts.ts';
import type { Said, Verdicts } from './verdict.tsx';

/** The question before a call claims something about unscanned goods. */
export interface Question {
  readonly words: string;
  /** The units that it is about. */
  readonly units?: readonly ReactNode[];
  /** The answer that sends the call. */
  readonly yes: string;
}

export interface ClaimButtonProps<Result> extends ButtonProps {
  readonly action: Action<Result>;
  readonly onDone: (result: Result) => void;
  /** Null where everything is scanned: the call is sent without a question then. */
  readonly question: Question | null;
  /** The call that is sent in spite of the warnings that refused the first one. Absent for calls without warnings. */
  readonly anyway?: Action<Result>;
  /** The command code that does the same as the button. */
  readonly command?: Command;
  /** The answers of the page to scans. The next scan takes the question back. */
  readonly verdicts: Verdicts;
  readonly children: ReactNode;
}

/** The present question: the page's, or the warnings that refused its call. */
interface Asking {
  readonly said: Said | null;
  readonly warnings: readonly string[] | null;
}

/** The button whose question was asked last. A page asks one question at a time, because the codes answer only one. */
let latest = '';
const listeners = new Set<() => void>();
const onLatest = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns what a button asks, as long as no other one asks, and a function that changes it. */
function useAsking() {
  const id = useId();
  const isLatest = useSyncExternalStore(onLatest, () => latest === id);
  const [asking, setAsking] = useState<Asking | null>(null);
  const ask = (next: Asking | null) => {
    setAsking(next);
    if (next === null) return;
    latest = id;
    for (const listener of listeners) listener();
  };
  return { asking: isLatest ? asking : null, ask };
}

/**
 * A button that sends a call about goods. It asks first about the units that were not scanned. A click or `CMDOK` says yes, and
 * `CMDUNDO` no. The command that asks never answers: a code that is scanned twice claims nothing.
 */
export function ClaimButton<Result>(props: ClaimButtonProps<Result>) {
  const { action, onDone, question, anyway, command, verdicts, children, ...button } = props;
  const { said } = verdicts;
  const texts = useWorkTexts();
  const send = useSend();
  const { asking, ask } = useAsking();
  const isSending = useRef(false);
  const isPresent = asking !== null && (said === null || said === asking.said);
  const warnings = isPresent ? asking.warnings : null;
  const current = warnings ? warned(warnings, texts) : isPresent ? question : null;
  /** Sends the call. Warnings that refuse it become the question. */
  const guarded = async (to: Client) => {
    try {
      return { result: await (warnings && anyway ? anyway : action)(to) };
    } catch (error) {
      if (!anyway || !(error instanceof ProblemError) || error.code !== 'order.warnings') throw error;
      give('wrong');
      ask({ said, warnings: error.warnings.map(({ message }) => message) });
      return null;
    }
  };
  const finish = (sent: { readonly result: Result } | null) => {
    if (!sent) return;
    ask(null);
    onDone(sent.result);
  };
  const confirm = async () => {
    if (isSending.current) return;
    isSending.current = true;
    const sent = await send(guarded);
    isSending.current = false;
    if (sent === undefined) ask(null);
    else finish(sent);
  };
  const begin = () => {
    if (current !== null) return;
    if (question === null) return void confirm();
    give('wrong');
    ask({ said, warnings: null });
  };
  useScanCommands({
    ...(command && !button.disabled ? { [command]: begin } : {}),
    ...(current ? { ok: () => void confirm(), undo: () => ask(null) } : {}),
  });
  if (current) return <QuestionBox question={current} action={guarded} onDone={finish} onClose={() => ask(null)} />;
  if (question === null) {
    return (
      <CallButton {...button} action={guarded} onDone={finish}>
        {children}
      </CallButton>
    );
  }
  return (
    <Button {...button} type="button" onClick={() => ask({ said, warnings: null })}>
      {children}
    </Button>
  );
}

const warned = (warnings: readonly string[], { asksAnyway }: WorkTexts): Question => ({
  ...asksAnyway,
  // biome-ignore lint/suspicious/noArrayIndexKey: a warning has no other key
  units: warnings.map((message, at) => <ServiceText key={at}>{message}</ServiceText>),
});

interface QuestionBoxProps<Result> {
  readonly question: Question;
  readonly action: Action<Result>;
  readonly onDone: (result: Result) => void;
  readonly onClose: () => void;
}

function QuestionBox<Result>({
  question: { words, units = [], yes },
  action,
  onDone,
  onClose,
}: QuestionBoxProps<Result>) {
  const texts = useWorkTexts();
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    group.current?.focus({ preventScroll: true });
    group.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={group} className="question" role="group" aria-label={words} tabIndex={-1}>
      <Text fw={700} size="lg">
        {words}
      </Text>
      {units.length > 0 && (
        <ul className="units">
          {units.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the units of two cartons may read the same
            <li key={at}>{one}</li>
          ))}
        </ul>
      )}
      <Group gap="xs">
        <CallButton size="lg" action={action} onDone={onDone} onRefused={onClose}>
          {yes}
        </CallButton>
        <Button size="lg" variant="default" onClick={onClose}>
          {texts.no}
        </Button>
      </Group>
    </div>
  );
}
