import { unfit, unknownRecord } from '../platform/records/refusals.ts';

/** The ids of `customertype` that the code depends on. */
export const customerType = { company: 1, individual: 2 } as const;

const known: readonly number[] = Object.values(customerType);

export interface TypeFields {
  readonly type?: 'Company' | 'Individual' | undefined;
  readonly customertype_id?: number | undefined;
}

/**
 * Returns the id of the type that a body has as a word or as an id; undefined if it has none.
 * @throws body.invalid if word and id differ; reference.unknown
 */
export function typeOf({ type, customertype_id }: TypeFields): number | undefined {
  const byWord = type === undefined ? undefined : type === 'Company' ? customerType.company : customerType.individual;
  if (byWord !== undefined && customertype_id !== undefined && byWord !== customertype_id) {
    throw unfit('/customertype_id', `is another type than "${type}"`);
  }
  if (customertype_id !== undefined && !known.includes(customertype_id)) {
    throw unknownRecord('/customertype_id', 'customer type', customertype_id);
  }
  return byWord ?? customertype_id;
}

export interface Names {
  readonly name?: string | null | undefined;
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
}

/**
 * Returns the names of a customer. A company has a name. An individual has a first and a last name, and both make the name.
 * @throws body.invalid that names the missing field
 */
export function namesOf(customertypeId: number, { name, first_name, last_name }: Names) {
  if (customertypeId === customerType.company) {
    return { name: required('/name', name), first_name: first_name ?? null, last_name: last_name ?? null };
  }
  const [first, last] = [required('/first_name', first_name), required('/last_name', last_name)];
  return { name: `${first} ${last}`, first_name: first, last_name: last };
}

function required(pointer: string, value: string | null | undefined): string {
  const trimmed = value?.trim() ?? '';
  if (trimmed === '') throw unfit(pointer, 'is required');
  return trimmed;
}
