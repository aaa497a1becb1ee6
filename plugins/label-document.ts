/** A label, or another paper, of at most 1 MiB. */
export interface LabelDocument {
  /** `application/pdf`, `image/png`, `application/zpl`, … */
  readonly media_type: string;
  /** Bytes; a string is text (ZPL, SVG) and kept in UTF-8. */
  readonly content: Uint8Array | string;
}
