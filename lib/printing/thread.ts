/** The module of the threads that draw PDF files. One thread has several files, and draws one document at a time. */
import { answerCalls } from '../threads/calls.ts';
import type { Printed } from './content.ts';
import type { FileStart } from './pdf.ts';
import { PdfFile } from './render.ts';

const files = new Map<number, PdfFile>();

answerCalls({
  start({ file, start }: { file: number; start: FileStart }): void {
    files.set(file, new PdfFile(start));
  },
  draw: ({ file, printed }: { file: number; printed: Printed }) => fileOf(file).draw(printed),
  end: ({ file }: { file: number }) => fileOf(file).end(),
  forget: ({ file }: { file: number }) => files.delete(file),
});

function fileOf(id: number): PdfFile {
  const file = files.get(id);
  if (!file) throw new Error(`There is no file ${id}.`);
  return file;
}
