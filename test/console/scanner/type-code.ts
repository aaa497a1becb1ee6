import type { CDPSession, Page } from 'playwright-core';

export interface ScannerStyle {
  /** Milliseconds between two keys. */
  readonly gap?: number;
  /** Another code that follows after so many milliseconds, without an end between them. */
  readonly next?: { readonly code: string; readonly after: number };
  readonly end?: 'Enter' | 'Tab' | 'EOT' | 'none';
  /** `ime` inserts the text without keys, as hand-held scanners do that type as an input method. */
  readonly by?: 'keys' | 'ime';
}

interface Key {
  readonly key: string;
  readonly text?: string;
  readonly code?: string;
  readonly windowsVirtualKeyCode?: number;
  readonly modifiers?: number;
}

const control = 2;
const ends: Readonly<Record<'Enter' | 'Tab' | 'EOT', Key>> = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  EOT: { key: 'd', code: 'KeyD', windowsVirtualKeyCode: 68, modifiers: control },
};

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Types a code as a scanner does: each key has the time that it has in the stream of the scanner, however busy the machine is. */
export async function typeCode(page: Page, code: string, style: ScannerStyle = {}): Promise<void> {
  const { gap = 0, end = 'Enter', by = 'keys', next } = style;
  const begin = Date.now();
  const characters = by === 'ime' ? [] : [...code, ...(next?.code ?? '')].map((key): Key => ({ key, text: key }));
  if (by === 'ime') await page.keyboard.insertText(code);
  const keys = end === 'none' ? characters : [...characters, ends[end]];
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const sent: Promise<unknown>[] = [];
  for (const [place, key] of keys.entries()) {
    const at = begin + place * gap + (place < code.length ? 0 : (next?.after ?? 0));
    const wait = at - Date.now();
    if (wait > 0) await page.waitForTimeout(wait);
    const timestamp = at / 1_000;
    sent.push((await session).send('Input.dispatchKeyEvent', { ...key, type: 'keyDown', timestamp }));
    sent.push((await session).send('Input.dispatchKeyEvent', { ...key, type: 'keyUp', timestamp, text: '' }));
  }
  await Promise.all(sent);
  // Without an end the silence tells the page.
  if (end === 'none') await page.waitForTimeout(160);
}
