import '../editor/editor.css';
import { Skeleton, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { loaded } from '../../faults/load.ts';
import { ProblemNotice } from '../../ground/problem-notice.tsx';
import { useRulesTexts } from '../texts/use-texts.ts';
import type { Pair } from './pairs.ts';

interface DifferencesProps {
  readonly pairs: readonly Pair[];
}

/** The difference of each file that differs. */
export function Differences({ pairs }: DifferencesProps) {
  const texts = useRulesTexts().difference;
  if (pairs.length === 0) return <Text size="sm">{texts.none}</Text>;
  return (
    <Stack gap="sm">
      {pairs.map((pair) => (
        <Difference key={`${pair.file}\n${pair.before}\n${pair.after}`} pair={pair} />
      ))}
    </Stack>
  );
}

interface DifferenceProps {
  readonly pair: Pair;
  /** Called with the text, where somebody decides about each change. The newer text is `before`. */
  readonly onText?: (text: string) => void;
}

/** The difference of one file, line by line. */
export function Difference({ pair, onText }: DifferenceProps) {
  const texts = useRulesTexts();
  const { file, before, after } = pair;
  const place = useRef<HTMLDivElement>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  const latest = useRef(onText);
  latest.current = onText;
  const isDecided = onText !== undefined;
  const label = texts.difference.of(file);
  const words = texts.newer;
  const { phrases } = texts.editor;
  const [error, setError] = useState<unknown>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let close: (() => void) | null = null;
    let isGone = false;
    const decide = isDecided ? { decide: { texts: words, onText: (text: string) => latest.current?.(text) } } : {};
    loaded(() => import('./open-difference.ts')).then(({ openDifference }) => {
      if (isGone || !place.current) return;
      close = openDifference(place.current, {
        before: before ?? '',
        after: after ?? '',
        label,
        isDark,
        phrases,
        ...decide,
      });
      setOpen(true);
    }, setError);
    return () => {
      isGone = true;
      close?.();
    };
  }, [before, after, label, isDark, isDecided, words, phrases]);
  const remark = before === null ? texts.difference.isNew : after === null ? texts.difference.isGone : null;
  return (
    <section aria-label={label}>
      <Text size="sm" fw={500} className="address">
        {file}
        {remark && ` · ${remark}`}
      </Text>
      {error !== null && <ProblemNotice error={error} />}
      {!isOpen && error === null && <Skeleton height={60} />}
      <div ref={place} className="rules-text rules-difference" />
    </section>
  );
}
