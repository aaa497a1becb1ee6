import { wrap } from './table.ts';
import { count, cut, eraseLine, painted, type Terminal } from './terminal.ts';

export interface Progress {
  /** Sets the total. */
  of(total: number): void;
  /** Counts one more item. */
  step(): void;
  /** Shows a text in place of the bar. */
  show(text: string): void;
  /** Prints the final line. */
  end(text: string): void;
}

/** Milliseconds between two updates of a live line. */
const liveInterval = 80;
/** Milliseconds between two lines if lines cannot be overwritten. */
const lineInterval = 10_000;
const barWidth = 28;

/** Returns a progress display: a live line in a terminal, and a new line every ten seconds elsewhere. */
export function progress(terminal: Terminal, title: string): Progress {
  let total = 0;
  let done = 0;
  let shownAt = terminal.live ? 0 : Date.now();
  const show = (text: string) => {
    const now = Date.now();
    if (now - shownAt < (terminal.live ? liveInterval : lineInterval)) return;
    shownAt = now;
    if (terminal.live) terminal.write(`${eraseLine}${cut(`${title}  ${text}`, terminal.columns - 1)}`);
    else terminal.write(`${title}: ${text} …\n`);
  };
  const bar = () => {
    if (!terminal.live) return `${count(done)} of ${count(total)}`;
    const filled = total === 0 ? 0 : Math.floor((done / total) * barWidth);
    return `${'━'.repeat(filled)}${'─'.repeat(barWidth - filled)}  ${count(done)} of ${count(total)}`;
  };
  return {
    of(all) {
      total = all;
      show(bar());
    },
    step() {
      done += 1;
      show(bar());
    },
    show,
    end(text) {
      if (!terminal.live) return terminal.write(`${title}: ${text}\n`);
      const lines = wrap(`${title}: ${text}`, terminal.columns - 2);
      terminal.write(`${eraseLine}${painted(terminal, 'green', '✔')} ${lines.join('\n  ')}\n`);
    },
  };
}
