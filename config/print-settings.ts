import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { PrintSettings } from '../printing/render.ts';
import type { SourceFile } from './file/source-files.ts';

/** First four bytes of fonts that can be embedded: TrueType, and OpenType with PostScript outlines. */
const signatures = new Set(['00010000', '74727565', '4f54544f']);

/** Returns the settings of printed documents. Reports fonts that cannot be used. */
export async function printSettings({ sections, document, path, report }: SourceFile): Promise<PrintSettings> {
  const { paper, font, bold_font } = sections.documents;
  if (font === undefined) {
    if (bold_font !== undefined) report(document.at(['documents', 'bold_font']), 'it needs `font`, which is missing');
    return { paper };
  }
  const fileOf = async (key: 'font' | 'bold_font', name: string) => {
    const file = resolve(dirname(path), name);
    const fault = await fontFault(file);
    if (fault) report(document.at(['documents', key]), `"${name}" ${fault}`);
    return file;
  };
  const regular = await fileOf('font', font);
  return { paper, fonts: { regular, bold: bold_font === undefined ? regular : await fileOf('bold_font', bold_font) } };
}

async function fontFault(file: string): Promise<string | null> {
  try {
    const handle = await open(file);
    try {
      const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return signatures.has(buffer.toString('hex')) ? null : 'is not a TrueType or OpenType font';
    } finally {
      await handle.close();
    }
  } catch {
    return 'cannot be read; paths are relative to this file';
  }
}
