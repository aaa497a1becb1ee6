import pg from 'pg';

/** The OIDs of PostgreSQL's `bigint` and of its array. */
const bigint = 20;
const bigintArray = 1016;

/**
 * The types of values that PostgreSQL returns. Every pool of connections uses them. Ids are `bigint` and become numbers, which are
 * exact up to 2^53. All other types are those of the driver; so `numeric` stays text.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format) {
    if (oid === bigint && format !== 'binary') return exactNumber;
    if (oid === bigintArray && format !== 'binary') return exactNumbers;
    return pg.types.getTypeParser(oid, format);
  },
};

function exactNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is beyond 2^53, up to which numbers are exact.`);
  return number;
}

/** Arrays of ids have one dimension: `{17,NULL,18}`. */
function exactNumbers(text: string): (number | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((entry) => (entry === 'NULL' ? null : exactNumber(entry)));
}
