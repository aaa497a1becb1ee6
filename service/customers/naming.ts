import { unfit, unknownRecord } from '../platform/records/refusals.ts';

/** Ids of the constants that the code decides by (design page §3). */
export const customerType = { company: 1, individual: 2 } as const;

const known: readonly number[] = Object.values(customerType);

export interface TypeGiven {
  readonly type?: 'Company' | 'Individual' | undefined;
  readonly customertype_id?: number | undefined;
}

/**
 * The type that a body names, by word or by id.
 * @returns undefined where it names none
 */
export function typeGiven({ type, customertype_id }: TypeGiven): number | undefined {
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
 * A company has a name, a person a first and a last one, whose name is then made of both (spec 4.4).
 * @throws 422 that names the field which is missing
 */
export function namesOf(customertypeId: number, { name, first_name, last_name }: Names) {
  if (customertypeId === customerType.company) {
    return { name: demanded('/name', name), first_name: first_name ?? null, last_name: last_name ?? null };
  }
  const [first, last] = [demanded('/first_name', first_name), demanded('/last_name', last_name)];
  return { name: `${first} ${last}`, first_name: first, last_name: last };
}

function demanded(pointer: string, value: string | null | undefined): string {
  const trimmed = value?.trim() ?? '';
  if (trimmed === '') throw unfit(pointer, 'is required');
  return trimmed;
}
