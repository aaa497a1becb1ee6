/** Values in the address of the page of rules. */

export interface RulesAddress {
  /** The file in the editor; the operators' file by default. */
  readonly file?: string;
  /** The number of the order whose plans are shown. */
  readonly order?: string;
  /** The version whose difference is shown. */
  readonly version?: number;
}

/** Returns what the address says, as far as it can be of this page. */
export function rulesAddress({ file, order, version }: Record<string, unknown>): RulesAddress {
  return {
    ...(typeof file === 'string' && file !== '' ? { file } : {}),
    // A number alone, such as 1012, is no text in an address.
    ...(typeof order === 'string' || typeof order === 'number' ? { order: String(order) } : {}),
    ...(Number.isSafeInteger(version) && Number(version) > 0 ? { version: Number(version) } : {}),
  };
}
