import type { Page } from 'playwright-core';

export interface ScannerStyle {
  /** Milliseconds between two keys. */
  readonly gap?: number;
  readonly end?: 'Enter' | 'Tab' | 'EOT' | 'none';
  /** `ime` inserts the text without keys, as hand-held scanners do that type as an input method. */
  readonly by?: 'keys' | 'ime';
}

/** Types a code as a scanner does. */
export async function typeCode(page: Page, code: string, style: ScannerStyle = {}): Promise<void> {
  const { gap = 0, end = 'Enter', by = 'keys' } = style;
  if (by === 'ime') await page.keyboard.insertText(code);
  else await typeAtPace(page, code, gap);
  if (end === 'EOT') await page.keyboard.press('Control+d');
  else if (end !== 'none') await page.keyboard.press(end);
  // Without an end the silence tells the page.
  else await page.waitForTimeout(160);
}

/** The pace is that of the scanner: what a key takes is part of the pause before the next one. */
async function typeAtPace(page: Page, code: string, gap: number): Promise<void> {
  const begin = performance.now();
  for (const [place, character] of [...code].entries()) {
    const wait = begin + place * gap - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await page.keyboard.type(character);
  }
}
