import { useEffect, useState } from 'react';
import type { Fault } from './fault.ts';

/** Pause in typing until an incomplete text is marked as wrong, in milliseconds: most people are still typing it. */
const patience = 700;

/** Returns a fault when it is time to show it. */
export function usePatience(fault: Fault | null, text: string): Fault | null {
  const [isTime, setTime] = useState(false);
  const breaksOff = fault !== null && fault.at >= text.trimEnd().length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key begins the pause again
  useEffect(() => {
    setTime(false);
    if (!breaksOff) return;
    const timer = setTimeout(() => setTime(true), patience);
    return () => clearTimeout(timer);
  }, [breaksOff, text]);
  return breaksOff && !isTime ? null : fault;
}
