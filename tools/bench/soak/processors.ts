import { availableParallelism } from 'node:os';
import { type BenchStack, ofPrograms, type Program, programs } from '../support/bench-stack.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';

export interface Processors {
  /** Returns the share of the time of all processors that the programs have used since the call before. */
  share(): number;
}

/** Watches how much of the processors the programs of a stack use. A program that was killed begins again at 0. */
export function watchProcessors({ pidOf }: BenchStack): Processors {
  const read = () => ({ at: performance.now(), used: ofPrograms((name) => cpuOf(pidOf, name)) });
  let before = read();
  return {
    share() {
      const now = read();
      const used = programs.reduce((sum, name) => {
        const [last, next] = [before.used[name], now.used[name]];
        return sum + (next < last ? next : next - last);
      }, 0);
      const share = used / (now.at - before.at) / availableParallelism();
      before = now;
      return share;
    },
  };
}

function cpuOf(pidOf: BenchStack['pidOf'], name: Program): number {
  try {
    return cpuMilliseconds(pidOf(name));
  } catch {
    // It is being restarted.
    return 0;
  }
}
