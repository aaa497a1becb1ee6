import type { FieldType } from '../entity.ts';
import { boolean } from './boolean.ts';
import { date } from './date.ts';
import { json } from './json.ts';
import type { Kind } from './kind.ts';
import { decimalNumber, integer } from './number.ts';
import { text } from './text.ts';
import { timestamp } from './timestamp.ts';

export const kinds: Readonly<Record<FieldType, Kind>> = {
  integer,
  decimal: decimalNumber,
  text,
  boolean,
  timestamp,
  date,
  json,
};
