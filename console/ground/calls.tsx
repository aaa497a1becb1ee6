import { ActionIcon, Button, type ButtonProps, CopyButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCheck, IconTerminal2 } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { type Action, curlOfAction } from './action.ts';
import { client } from './client.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface Calls {
  /** Whether the page shows a command for each button. */
  readonly areShown: boolean;
  readonly show: (areShown: boolean) => void;
  readonly refusal: unknown;
  readonly refuse: (refusal: unknown) => void;
}

const Context = createContext<Calls>({
  areShown: false,
  show: () => undefined,
  refusal: null,
  refuse: () => undefined,
});

/** Lets pages send calls by buttons. A refusal stays in view until somebody closes it, sends another call, or leaves the page. */
export function CallsProvider({ children }: { readonly children: ReactNode }) {
  const [areShown, show] = useLocalStorage({
    key: 'conveyor-commands',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [refusal, refuse] = useState<unknown>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what the refusal belongs to
  useEffect(() => refuse(null), [path]);
  const calls = useMemo(() => ({ areShown, show, refusal, refuse }), [areShown, show, refusal]);
  return <Context value={calls}>{children}</Context>;
}

/** Returns whether commands are shown next to buttons, the last refusal, and functions that change both. */
export const useCalls = (): Calls => use(Context);

/** Shows the refusal of the last call. */
export function RefusalOfCall() {
  const { refusal, refuse } = useCalls();
  const notice = useRef<HTMLDivElement>(null);
  // The button may stand far below the top of the page.
  useEffect(() => {
    if (refusal !== null) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [refusal]);
  if (refusal === null) return null;
  return (
    <div ref={notice}>
      <ProblemNotice error={refusal} onClose={() => refuse(null)} />
    </div>
  );
}

export interface CallButtonProps<Result> extends ButtonProps {
  /** The call that the button sends. */
  readonly action: Action<Result>;
  readonly onDone?: (result: Result) => void;
  /** Called after a refusal, which the page shows at its top: what the page shows of the record may be old. */
  readonly onRefused?: () => void;
  /** Explains the button where its words do not. */
  readonly title?: string;
  readonly children: ReactNode;
}

/**
 * Returns a function that sends a call without a button, for keys and commands: a refusal is shown at the top of
 * the page.
 */
export function useSend(): <Result>(action: Action<Result>) => Promise<Result | undefined> {
  const { refuse } = useCalls();
  return async (action) => {
    refuse(null);
    try {
      return await action(client);
    } catch (error) {
      refuse(error);
      return undefined;
    }
  };
}

/** A button that sends a call. While the call is under way the button waits, so that a second click sends no second call. */
export function CallButton<Result>({ action, onDone, onRefused, children, ...props }: CallButtonProps<Result>) {
  const { refuse } = useCalls();
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    refuse(null);
    try {
      const result = await action(client);
      onDone?.(result);
    } catch (error) {
      refuse(error);
      onRefused?.();
    } finally {
      setSending(false);
    }
  };
  return (
    <Button.Group>
      <Button {...props} type="button" loading={isSending} onClick={() => void send()}>
        {children}
      </Button>
      <CopyCall action={action} />
    </Button.Group>
  );
}

/** Copies the call behind a button as a command for a shell, where the user wants to see commands. */
export function CopyCall({ action }: { readonly action: Action }) {
  const texts = useTexts();
  const { areShown } = useCalls();
  const [command, setCommand] = useState('');
  useEffect(() => {
    if (areShown) void curlOfAction(action).then(setCommand);
  });
  if (!areShown) return null;
  return (
    <CopyButton value={command}>
      {({ copied, copy }) => (
        // The title of the browser: a component for it would be a tenth of the first load.
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={texts.calls.copy}
          title={copied ? texts.problem.copied : command}
          onClick={copy}
        >
          {copied ? <IconCheck size={16} aria-hidden /> : <IconTerminal2 size={16} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
