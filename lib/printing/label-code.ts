/** How a label carries its code. */
export type LabelCode = 'code128' | 'qrcode';

/**
 * Returns the barcode that a label of any size has for a code: Code 128 for up to 31 characters, else a QR code. With 31 characters
 * the bars are two dots of a label printer wide, a quarter of a millimetre, on a label of 99 mm. Scanners read finer bars less reliably. A
 * QR code of 254 characters, the longest e-mail address, has squares of two dots on the smallest label.
 * @returns null for a longer code, and for letters beyond ASCII: scanners that type as a keyboard do not send them
 */
export function labelCode(code: string): LabelCode | null {
  if (!/^[ -~]{1,254}$/.test(code)) return null;
  return code.length <= 31 ? 'code128' : 'qrcode';
}
