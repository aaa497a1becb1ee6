/** How the scanner of this device types. People set it on the page *Scan test*; the usual values fit most scanners. */
export interface ScannerSettings {
  /** The scanner's prefix of each code, such as a letter for the kind of barcode. */
  readonly prefix: string;
  /** The scanner's suffix of each code, before Enter, Tab or EOT. */
  readonly suffix: string;
  /** Milliseconds of silence that end a code without Enter, Tab or EOT. It is also the longest pause within a code. */
  readonly silence: number;
}

export const usualSettings: ScannerSettings = { prefix: '', suffix: '', silence: 100 };

const kept = 'conveyor-scanner';

/** Returns the settings of this device. */
export function scannerSettings(): ScannerSettings {
  try {
    return { ...usualSettings, ...JSON.parse(localStorage.getItem(kept) ?? '{}') };
  } catch {
    return usualSettings;
  }
}

/** Keeps the settings of this device: another one has another scanner. */
export function keepScannerSettings(settings: ScannerSettings): void {
  localStorage.setItem(kept, JSON.stringify(settings));
}

/** Returns a code without the prefix and the suffix that the scanner adds. */
export function withoutAffixes(text: string, { prefix, suffix }: ScannerSettings): string {
  const begins = prefix !== '' && text.startsWith(prefix) ? prefix.length : 0;
  const ends = suffix !== '' && text.endsWith(suffix) ? suffix.length : 0;
  return text.length > begins + ends ? text.slice(begins, text.length - ends) : text;
}
