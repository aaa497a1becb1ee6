import { type Problem, problem, UnknownRecord } from '../problems/problems.ts';

export { unknownRecord } from '../problems/problems.ts';

/** Returns the problem of a field that is well-formed but invalid together with the other data. */
export function unfit(pointer: string, detail: string): Problem {
  return problem('body.invalid', `${pointer.slice(1)} ${detail}.`, { errors: [{ pointer, detail }] });
}

/** Returns the problem of a record that does not exist: 404 where its id is in the address, 422 where it is in a field of the body. */
export const noSuch = (record: string, id: number): Problem => new UnknownRecord(record, [id]);
