import { type Problem, problem } from '../problems/problems.ts';
import { recordName } from '../problems/record-names.ts';

/** Returns the problem of a field that refers to a record that does not exist. */
export function unknownRecord(pointer: string, record: string, id: unknown): Problem {
  const detail = `there is no ${recordName(record)} ${id}`;
  return problem('reference.unknown', `${pointer.slice(1)}: ${detail}.`, { errors: [{ pointer, detail }] });
}

/** Returns the problem of a field that is well-formed but invalid together with the other data. */
export function unfit(pointer: string, detail: string): Problem {
  return problem('body.invalid', `${pointer.slice(1)} ${detail}.`, { errors: [{ pointer, detail }] });
}

/** Returns the problem of an address whose record does not exist. */
export const noSuch = (record: string, id: number): Problem =>
  problem('record.unknown', `There is no ${recordName(record)} ${id}.`);
