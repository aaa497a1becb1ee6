/** The tags of values of the Internet Printing Protocol that print jobs and their answers use (RFC 8010, section 3.5.2). */
export const valueTags = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  textWithLanguage: 0x35,
  nameWithLanguage: 0x36,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  naturalLanguage: 0x48,
  mimeMediaType: 0x49,
} as const;

/** The tags that begin a group of attributes, and the one that ends them all (RFC 8010, section 3.5.1). */
export const groupTags = { operation: 0x01, job: 0x02, end: 0x03 } as const;

/** Tags below this one separate groups; the others say what a value is. */
export const firstValueTag = 0x10;

export type ValueTag = keyof typeof valueTags;

/** An attribute with its value: `['job-name', 'name', 'Packing slip S-7']`. */
export type Attribute = readonly [name: string, tag: ValueTag, value: string | number | boolean];
