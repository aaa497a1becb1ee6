import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBody } from '../../../../service/platform/http/body/body.ts';
import { parseJson } from '../../../../service/platform/http/body/json.ts';
import { Problem } from '../../../../service/platform/problems/problems.ts';

const form = 'application/x-www-form-urlencoded';

describe('bodies are read as existing clients send them', () => {
  test.each([undefined, 'application/json', form, 'application/xml', 'nonsense'])(
    'no body at all is no error with the content type %s',
    (type) => expect(readBody('', type)).toBeUndefined(),
  );

  test.each([
    undefined,
    '',
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/vnd.x+json',
  ])('JSON is read with the content type %s', (type) => expect(readBody('\ufeff{"a": 1}', type)).toEqual({ a: 1 }));

  test('JSON that is called a form, as `curl -d` calls everything, is JSON', () => {
    expect(readBody(' {"a": [1]}', form)).toEqual({ a: [1] });
    expect(() => readBody('{"a": ', form)).toThrow('not JSON');
  });

  test.each([undefined, 'text/plain', 'application/json'])('a form that is called %s is a form', (type) => {
    expect(readBody('order_id[]=1&order_id[]=2', type)).toEqual({ order_id: ['1', '2'] });
    expect(readBody('order_id%5B%5D=7', type)).toEqual({ order_id: ['7'] });
    expect(() => readBody('order_id: 1', type)).toThrow('not JSON');
    expect(() => readBody('"a=1', type)).toThrow('not JSON');
  });

  test('null is no body', () => expect(readBody('null', 'application/json')).toBeUndefined());

  test.each([
    ['order_id[]=1&order_id[]=2', { order_id: ['1', '2'] }],
    ['order_id[0]=1&order_id[1]=2', { order_id: ['1', '2'] }],
    ['order_id[1]=2&order_id[0]=1', { order_id: ['1', '2'] }],
    ['order_id=1&order_id=2', { order_id: ['1', '2'] }],
    ['order_id%5B%5D=7', { order_id: ['7'] }],
    ['a=1&b=x+y%26', { a: '1', b: 'x y&' }],
    [
      'lines[0][part_id]=5&lines[0][qty]=2&lines[1][part_id]=6',
      { lines: [{ part_id: '5', qty: '2' }, { part_id: '6' }] },
    ],
    ['custom[colour]=red', { custom: { colour: 'red' } }],
    ['x[999999999]=1', { x: ['1'] }],
  ])('url-encoded %s', (body, expected) => expect(readBody(body, form)).toEqual(expected));

  test('a name like __proto__ is a member like any other', () => {
    const body = readBody('__proto__[admin]=1', form)!;
    expect(Object.keys(body)).toEqual(['__proto__']);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });
});

describe('an unreadable body is refused', () => {
  const code = (source: string, type?: string) => {
    try {
      readBody(source, type);
    } catch (error) {
      return (error as Problem).code;
    }
    return 'read';
  };

  test.each([
    ['{"a":', undefined, 'request.malformed'],
    ['{a:1}', 'application/json', 'request.malformed'],
    ['[1]', undefined, 'body.invalid'],
    ['"text"', undefined, 'body.invalid'],
    ['12345678901234567890', undefined, 'body.invalid'],
    ['<a/>', 'application/xml', 'body.media-type'],
    ['a=1&a[b]=2&a[b][c]=3', form, 'request.malformed'],
    ['a[b=1', form, 'request.malformed'],
    [`a${'[x]'.repeat(30)}=1`, form, 'request.malformed'],
    [`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, undefined, 'request.malformed'],
    ['{"a":{"b":["x\\u0000"]}}', undefined, 'body.invalid'],
    ['{"a\\u0000":1}', undefined, 'body.invalid'],
    ['{"a":["\\uD83d"]}', undefined, 'body.invalid'],
    ['{"a\\ude00\\ud83d":1}', undefined, 'body.invalid'],
    ['a=%00', form, 'body.invalid'],
    ['{"a":01234567890123456789}', undefined, 'request.malformed'],
  ])('%.40s as %s is %s', (source, type, expected) => expect(code(source, type)).toBe(expected));

  test('a whole surrogate pair is a character', () => {
    expect(readBody('{"a":"\\ud83d\\ude00"}', undefined)).toEqual({ a: '😀' });
  });

  test('a backslash before u0000 that is itself escaped is text', () => {
    expect(readBody('{"a":"\\\\u0000"}', undefined)).toEqual({ a: '\\u0000' });
  });
});

describe('numbers pass no binary float', () => {
  test('a number of more digits than a float holds arrives as its digits', () => {
    expect(parseJson('{"qty":123456789012.345678,"n":[-12345678901234567890,1.5]}')).toEqual({
      qty: '123456789012.345678',
      n: ['-12345678901234567890', 1.5],
    });
  });

  test('a number that fits a float stays a number, however many digits it has', () => {
    expect(parseJson('[71.28571428571429, 0.1234567890123456]')).toEqual([71.28571428571429, 0.1234567890123456]);
  });

  test('digits inside of texts and names stay as they are', () => {
    const source = '{"12345678901234567890":"x \\"12345678901234567890\\" 1"}';
    expect(parseJson(source)).toEqual(JSON.parse(source));
  });

  test('everything else is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'medium' }), (value) => {
        const source = JSON.stringify(value);
        expect(parseJson(source)).toEqual(JSON.parse(source));
      }),
    );
  });

  test('no text makes the reader throw anything but a refusal', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'{}[]":,0123456789.-eE\\u00 tru') })),
        (source) => {
          for (const type of [undefined, form]) {
            try {
              readBody(source, type);
            } catch (error) {
              expect(error).toBeInstanceOf(Problem);
            }
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('bytes that are no UTF-8', () => {
  test.each([
    ['name=M%FCller', '%FC at character 6, after "name=M"', 6],
    ['a=%C3%BC&name=%C3', '%C3 at character 14, after "a=%C3%BC&name="', 14],
    ['n%FCme=1', '%FC at character 1, after "n"', 1],
    ['a=%ED%A0%80', '%ED%A0%80 at character 2, after "a="', 2],
  ])('are refused in a url-encoded body, with their place: %s', (source, place, position) => {
    expect(() => readBody(source, form)).toThrow(`The url-encoded body is not UTF-8: ${place}.`);
    try {
      readBody(source, form);
    } catch (error) {
      expect(error).toMatchObject({ status: 400, code: 'request.malformed', members: { position } });
    }
  });

  test.each(['name=M%C3%BCller', 'name=%F0%9F%98%80', 'name=M\u00fcller', 'name=100%', 'name=%EF%BF%BD'])(
    'UTF-8 is read: %s',
    (source) => expect(readBody(source, form)).toEqual({ name: new URLSearchParams(source).get('name') }),
  );
});
