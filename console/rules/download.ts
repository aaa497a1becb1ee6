import type { TextFile } from './text-file.ts';

/** Time until the browser has begun to save, in milliseconds. */
const whileSaved = 10_000;

/** Has the browser save a text as a file. */
export function download({ file, text }: TextFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file.slice(file.lastIndexOf('/') + 1);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), whileSaved);
}
