import { expect, test } from 'vitest';
import { check } from '../../../lib/expressions/check.ts';
import { ExpressionError } from '../../../lib/expressions/error.ts';
import { nearest } from '../../../lib/expressions/nearest.ts';
import { parse } from '../../../lib/expressions/parse.ts';
import { salesorder } from './shop.ts';

function errorOf(text: string): ExpressionError {
  try {
    check(parse(text), salesorder);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${text} is right`);
}

const value = 'a value: a text in double quotes, a number, a date, true, false or now';
const operator = '=, !=, <, <=, >, >=, %, IN, IS NULL or IS NOT NULL';

test.each<[text: string, position: number, message: string]>([
  // Texts that the parser cannot read.
  ['', 0, 'The end is not expected here: expected the name of a field'],
  ['total', 5, `The end is not expected here: expected ${operator}`],
  ['total >', 7, `The end is not expected here: expected ${value}`],
  ['total > 5 total < 3', 10, 'total is not expected here: expected &&, || or the end'],
  ['(id = 1', 7, 'The end is not expected here: expected &&, || or )'],
  ['id = 1)', 6, ') is not expected here: expected &&, || or the end'],
  ['lines[qty > 3', 13, 'The end is not expected here: expected &&, || or ]'],
  ['5 = id', 0, '5 is not expected here: expected the name of a field'],
  ['id IN 5', 6, '5 is not expected here: expected a parenthesis after IN'],
  ['id IN (5', 8, 'The end is not expected here: expected a comma or )'],
  ['NOT id = 5', 4, 'id is not expected here: expected a parenthesis after NOT'],
  ['id IS 5', 6, '5 is not expected here: expected NULL or NOT NULL'],
  ['number = "SO', 9, 'The quotes are not closed: expected a double quote after the text'],
  ['number = "a\\nb"', 11, 'The backslash escapes nothing: expected \\", \\\\ or \\%'],
  ['number = "a\0"', 11, 'U+0000 cannot be in a text: expected any other character'],
  [
    'created_at > 2026-04',
    13,
    'This is no number and no date: expected 12, -12.50, 2026-04-23, or a text in double quotes',
  ],
  ['id = 5abc', 5, 'This is no number and no date: expected 12, -12.50, 2026-04-23, or a text in double quotes'],
  // The syntax of other languages.
  ['total == 5', 6, '== is no operator: expected ='],
  ['total <> 5', 6, '<> is no operator: expected !='],
  ['total => 5', 6, '=> is no operator: expected >='],
  ['total > 5 and id = 3', 10, 'and is not expected here: expected &&'],
  ['total > 5 & id = 3', 10, '& has no meaning alone: expected &&'],
  ['number LIKE "a"', 7, 'LIKE is not expected here: expected %'],
  ["number = 'a'", 9, 'Single quotes have no meaning: expected a text in double quotes'],
  ['number = SO', 9, `SO is no value: expected ${value} (text needs its quotes)`],
  ['id = NULL', 5, 'NULL is no value: expected IS NULL or IS NOT NULL'],
  // Names.
  ['custmer.name = "x"', 0, 'salesorder has no custmer: expected a field or relation of salesorder; nearest: customer'],
  ['customer.nmae = "x"', 9, 'customer has no nmae: expected a field or relation of customer; nearest: name'],
  ['lines[Part_ID = 5]', 6, 'line has no Part_ID: expected a field or relation of line; nearest: part_id'],
  ['id = 1 && xyz = 5', 10, 'salesorder has no xyz: expected a field or relation of salesorder'],
  ['secret = "x"', 0, 'secret cannot be filtered by: it is secret: expected another field'],
  ['customer = 5', 0, 'customer is a relation: expected one of its fields, such as customer.name'],
  ['lines > 3', 0, 'lines is a relation: expected one of its fields, such as lines.id, or count(lines)'],
  ['total.x = 5', 6, 'total is a decimal number and has no fields: expected an operator'],
  ['total[id = 1] = 3', 0, 'total is no relation: expected brackets after a relation only'],
  ['customer.custom = 5', 9, 'custom holds many values: expected a name in it, as in custom.colour'],
  // Values and operators.
  ['total > "abc"', 8, 'total is a decimal number: expected a number such as 12 or 12.50'],
  ['id IN (1, "x")', 10, 'id is a whole number: expected a number such as 12'],
  ['total % 5', 6, 'total is a decimal number and has no %: expected =, !=, <, <=, >, >= or IN'],
  ['held > true', 5, 'held is true or false and has no >: expected =, != or IN'],
  ['held = "yes"', 7, 'held is true or false: expected true or false'],
  ['number = now', 9, 'number is a text: expected a text in double quotes'],
  ['created_at > 2026-02-30', 13, '2026-02-30 is no date: expected a date that exists, in ISO 8601'],
  [
    'created_at > "soon"',
    13,
    'created_at is a date and time: expected a date or date-time such as 2026-04-23T22:54:28Z, or now-48h',
  ],
  ['created_at > now-5y', 13, 'now-5y is no time: expected a unit m, h, d or w, as in now-48h'],
  ['count(total) > 1', 6, 'total is a field: expected a relation to count'],
  ['count(lines) IS NULL', 13, 'A count is never null: expected a comparison with a number'],
  ['sum(lines.note) > 1', 10, 'note is a text: expected a number to sum'],
  ['hour(now) > 1', 0, 'hour(…) is not known here: expected a field; rules know it, outside of brackets'],
  ['open(now, x)', 0, 'open(…) is not known here: expected a field; rules know it, outside of brackets'],
  ['hours(now) > 1', 0, 'There is no function hours: expected count, sum, hour, time, weekday, open; nearest: hour'],
  ['lower(number) = "x"', 0, 'There is no function lower: expected count, sum, hour, time, weekday, open'],
  ['open(now)', 8, ') is not expected here: expected a comma and the name of a calendar'],
  ['sum(total) > 1', 4, 'total is one number: expected a relation before the field'],
])('%j is refused with the fault and its position', (text, position, message) => {
  const error = errorOf(text);
  expect(error.message).toBe(message);
  expect(error.position).toBe(position);
  const line = text.replace('\0', ' ');
  expect(error.detail).toBe(`${message}\n${line}\n${' '.repeat(position)}^`);
});

test('the nearest names are a separate field of the message', () => {
  expect(errorOf('id = 1 && custmer.name = "x"')).toMatchObject({
    position: 10,
    expected: 'a field or relation of salesorder',
    nearest: ['customer'],
  });
});

test('positions count characters, and the caret is under the position', () => {
  const error = errorOf('number = "😀😀" && total > "x"');
  expect(error.position).toBe(25);
  expect(error.detail.split('\n').slice(1)).toEqual(['number = "😀😀" && total > "x"', `${' '.repeat(25)}^`]);
});

test('of a long text the part around the fault is shown, on one line', () => {
  const text = `${'(id = 1 ||\n'.repeat(10)} totl > 5${' && number = "x")'.repeat(10)}`;
  expect(errorOf(text).detail.split('\n').slice(1)).toEqual([
    '…1 || (id = 1 || (id = 1 || (id = 1 || (id = 1 ||  totl > 5 && number = "x") && number = "x") && numb…',
    `${' '.repeat(51)}^`,
  ]);
});

const names = ['customer', 'customer_id', 'created_at', 'carrier', 'total', 'lines', 'id'];

test.each([
  ['custmer', ['customer']],
  ['cutsomer', ['customer']],
  ['CUSTOMER', ['customer', 'customer_id']],
  ['cust', ['customer', 'customer_id']],
  ['custommer_id', ['customer_id', 'customer']],
  ['totals', ['total']],
  ['ix', ['id']],
  ['warehouse', []],
  ['a'.repeat(4000), []],
])('near %s are %j', (name, near) => {
  expect(nearest(name, names)).toEqual(near);
});
