import { useEffect, useRef } from 'react';
import { Registry, useRegistered } from '../ground/registry.ts';
import { runCommand } from './commands.ts';
import { listen, type Scan } from './listen.ts';
import { scannerSettings, withoutAffixes } from './settings.ts';

type OnScan = (scan: Scan) => void;

interface Receiver {
  readonly receive: OnScan;
}

const registry = new Registry<Receiver>();
let field: HTMLInputElement | null = null;

/** Notes the text field that gets the keys of a page of work; null for a page without one. */
export function setScanField(input: HTMLInputElement | null): void {
  field = input;
}

/** Hands a scan to the component that takes scans now, without what the scanner adds to each code. */
export function hand(scan: Scan): void {
  const settings = scannerSettings();
  const clean = (text: string) => withoutAffixes(text, settings).trim();
  // A command that is not available now is treated like an unknown code: the page reports it.
  if (runCommand(clean(scan.text))) return;
  registry.all()[0]?.receive({ ...scan, text: clean(scan.text), pieces: scan.pieces.map(clean) });
}

/** Hands codes that came as one, each after the page shows what the one before did. */
export function handEach(codes: readonly string[], by: Scan['by'] = 'scanner'): void {
  for (const [place, text] of codes.entries()) {
    setTimeout(() => hand({ text, pieces: [text], at: performance.now(), by }), place * 20);
  }
}

/** Has a function take scans as long as the component is in view. The component that came last takes them: a dialog before its page. */
export function useScans(onScan: OnScan): void {
  const latest = useRef(onScan);
  latest.current = onScan;
  const receiver = useRef([{ receive: (scan: Scan) => latest.current(scan) }]);
  useRegistered(registry, receiver.current);
}

/** Listens to the scanner on all pages. For the frame, once. */
export function useScanner(): void {
  useEffect(() => {
    const isWanted = () => registry.all().length > 0;
    return listen({ onScan: hand, settings: scannerSettings, isWanted, field: () => field });
  }, []);
}
