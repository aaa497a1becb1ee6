/** A label or other document of at most 1 MiB. */
export interface LabelDocument {
  /** `application/pdf`, `image/png`, `application/zpl`, … */
  readonly media_type: string;
  /** Bytes, or text such as ZPL and SVG, which is stored in UTF-8. */
  readonly content: Uint8Array | string;
}
