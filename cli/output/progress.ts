import { wrap } from './table.ts';
import { count, cut, painted, type Terminal } from './terminal.ts';

export interface Progress {
  /** How much there is to do in all, once it is known. */
  of(total: number): void;
  /** One more is done. */
  step(): void;
  /** Something else to say than the bar. */
  say(text: string): void;
  /** Leaves one line for good. */
  end(text: string): void;
}

/** Milliseconds between two pictures of a live line, and between two lines where nothing can be written over. */
const redrawn = 80;
const told = 10_000;
const barWidth = 28;

/** One line that shows how far something is: live in a terminal, now and then a new line elsewhere. */
export function progress(terminal: Terminal, title: string): Progress {
  let total = 0;
  let done = 0;
  let shownAt = terminal.live ? 0 : Date.now();
  const show = (text: string) => {
    const now = Date.now();
    if (now - shownAt < (terminal.live ? redrawn : told)) return;
    shownAt = now;
    if (terminal.live) terminal.write(`\r${cut(`${title}  ${text}`, terminal.columns - 1)}\u001b[K`);
    else terminal.write(`${title}: ${text} …\n`);
  };
  const picture = () => {
    if (!terminal.live) return `${count(done)} of ${count(total)}`;
    const filled = total === 0 ? 0 : Math.floor((done / total) * barWidth);
    return `${'━'.repeat(filled)}${'─'.repeat(barWidth - filled)}  ${count(done)} of ${count(total)}`;
  };
  return {
    of(known) {
      total = known;
      show(picture());
    },
    step() {
      done += 1;
      show(picture());
    },
    say: show,
    end(text) {
      if (!terminal.live) return terminal.write(`${title}: ${text}\n`);
      const lines = wrap(`${title}: ${text}`, terminal.columns - 2);
      terminal.write(`\r\u001b[K${painted(terminal, 'green', '✔')} ${lines.join('\n  ')}\n`);
    },
  };
}
