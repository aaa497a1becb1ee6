import { type Problem, problem } from '../problems/problems.ts';
import { recordName } from '../problems/record-names.ts';

/** A field of a body that names a record that does not exist. */
export function unknownRecord(pointer: string, record: string, id: unknown): Problem {
  const detail = `there is no ${recordName(record)} ${id}`;
  return problem('reference.unknown', `${pointer.slice(1)}: ${detail}.`, { errors: [{ pointer, detail }] });
}

/** A field of a body that is well-formed but does not fit the rest. */
export function unfit(pointer: string, detail: string): Problem {
  return problem('body.invalid', `${pointer.slice(1)} ${detail}.`, { errors: [{ pointer, detail }] });
}

/** The record that an address names does not exist. */
export const noSuch = (record: string, id: number): Problem =>
  problem('record.unknown', `There is no ${recordName(record)} ${id}.`);
