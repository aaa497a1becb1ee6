import { useEffect, useRef, useState } from 'react';

/** The answer about a value, and that value. */
export interface Answered<Value, Answer> {
  readonly of: Value;
  readonly answer: Answer;
}

/**
 * Asks about a value that changes by each key: once it has rested, one question at a time, and then about the newest value.
 * @param value null for no question; the same object as long as it does not change
 * @param rest milliseconds without a change
 * @returns the newest answer, the error of the newest question, and whether an answer is awaited
 */
export function useNewest<Value, Answer>(
  value: Value | null,
  ask: (value: Value) => Promise<Answer>,
  rest: number,
): { newest: Answered<Value, Answer> | null; error: unknown; isAwaited: boolean; again: () => void } {
  const [newest, setNewest] = useState<Answered<Value, Answer> | null>(null);
  const [failed, setFailed] = useState<{ readonly of: Value; readonly error: unknown } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isAsking = useRef(false);
  const wanted = useRef<Value | null>(null);
  const question = useRef(ask);
  question.current = ask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks again
  useEffect(() => {
    // An answer on its way may be about an older value: nothing older than this one is asked for after it.
    wanted.current = null;
    if (value === null) return;
    const work = async () => {
      if (isAsking.current) return;
      isAsking.current = true;
      while (wanted.current !== null) {
        const of = wanted.current;
        wanted.current = null;
        await question.current(of).then(
          (answer) => {
            setNewest({ of, answer });
            setFailed(null);
          },
          (error: unknown) => setFailed({ of, error }),
        );
      }
      isAsking.current = false;
    };
    const timer = setTimeout(() => {
      wanted.current = value;
      void work();
    }, rest);
    return () => clearTimeout(timer);
  }, [value, rest, attempt]);
  const error = failed?.of === value ? (failed?.error ?? null) : null;
  const isAwaited = value !== null && newest?.of !== value && error === null;
  return { newest, error, isAwaited, again: () => setAttempt((count) => count + 1) };
}
