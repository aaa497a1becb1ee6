import { type Problem, problem, UnknownRecord } from '../problems/problems.ts';
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

/** Returns the problem of a record that does not exist: 404 where its id is in the address, 422 where it is in a field of the body. */
export const noSuch = (record: string, id: number): Problem => new UnknownRecord(record, [id]);
