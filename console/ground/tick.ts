import { useEffect, useReducer } from 'react';

/** Renders a component again every so many milliseconds, so that "3 minutes ago" stays true. */
export function useTick(every: number): void {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(render, every);
    return () => clearInterval(timer);
  }, [every]);
}
