import { useEffect } from 'react';

/** Keeps the screen on while the component is in view. Browsers end the lock when the page is hidden; it is taken again after that. */
export function useScreenAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isInView = true;
    const take = async () => {
      if (document.hidden || !isInView) return;
      // A phone with an empty battery refuses it, and old browsers have none.
      lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
      if (!isInView) void lock?.release();
    };
    const onChange = () => void take();
    document.addEventListener('visibilitychange', onChange);
    void take();
    return () => {
      isInView = false;
      document.removeEventListener('visibilitychange', onChange);
      void lock?.release();
    };
  }, []);
}
