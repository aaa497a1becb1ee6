import type { PrintableKind } from '../content.ts';

/** A printer of the operators' file. */
export interface Printer {
  readonly name: string;
  /** `http`, `https`: the file is posted there. `ipp`, `ipps`: the file is a job of the Internet Printing Protocol. */
  readonly url: string;
  /** The kinds of documents and labels that its paper is for; null for all. */
  readonly kinds: readonly PrintableKind[] | null;
  /** Name of the site where it stands; null if documents of all sites may be sent to it. */
  readonly site: string | null;
  /** Size of its paper, by its name in IPP; null for the paper that it has. */
  readonly media: string | null;
  /** The name and the password of HTTP Basic authentication. */
  readonly account: { readonly user: string; readonly password: string } | null;
  /** The key for `Authorization: Bearer …`. */
  readonly apiKey: string | null;
}

/** A file to print, with what the printer shows of it. */
export interface PrintJob {
  readonly title: string;
  /** Who prints it. */
  readonly user: string;
  readonly file: Uint8Array;
  /** `application/pdf` for documents; the labels of carriers have other types too, such as PNG and ZPL. */
  readonly mediaType: string;
}

/** A printer's answer to an accepted job. */
export interface PrinterAnswer {
  /** The status of HTTP, such as `201`, or that of IPP, such as `successful-ok`. */
  readonly status: string;
  /** The number of the job in the queue of the printer; null over HTTP, which has none. */
  readonly job_id: number | null;
  /** `pending`, `processing`, `completed`, …; null over HTTP. */
  readonly job_state: string | null;
  /** The message of the answer; null without a message. */
  readonly message: string | null;
}

/** A printer that answered, and took no job. The message is a sentence about its answer, to follow its name. */
export class PrinterRefused extends Error {
  override readonly name = 'PrinterRefused';
}

/** A printer that gave no answer, or none that can be read. The job may be printed all the same. */
export class PrinterSilent extends Error {
  override readonly name = 'PrinterSilent';
}
