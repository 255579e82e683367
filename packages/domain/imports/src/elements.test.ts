import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Element, ElementSplitter } from './elements.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function split(text: string, cut: number, maxBytes?: number): { elements: Element[]; isWhole: boolean } {
  const splitter = new ElementSplitter(maxBytes);
  const all = bytes(text);
  const elements: Element[] = [];
  for (let at = 0; at < all.length; at += cut) elements.push(...splitter.push(all.subarray(at, at + cut)));
  return { elements, isWhole: splitter.isWhole() };
}

test('the elements of a list are those that JSON.parse finds, wherever the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      (list, cut, wide) => {
        const { elements, isWhole } = split(JSON.stringify(list, null, wide ? 2 : 0), cut);
        expect(isWhole).toBe(true);
        expect(elements.map(({ text }) => JSON.parse(String(text)) as unknown)).toEqual(
          JSON.parse(JSON.stringify(list)),
        );
      },
    ),
  );
});

test('an object is one element, and so is each of several, with or without a mark of byte order', () => {
  expect(split('\uFEFF{"a":[1,"]}"]}', 3).elements.map(({ text }) => text)).toEqual(['{"a":[1,"]}"]}']);
  const lines = split('{"a":1}\n{"b":"\\""}\n', 2);
  expect(lines.elements.map(({ number, text }) => [number, text])).toEqual([
    [1, '{"a":1}'],
    [2, '{"b":"\\""}'],
  ]);
  expect(lines.isWhole).toBe(true);
});

test.each(['[{"a":1}', '[{"a":"', '{"a":[1}', '', '[{"a":1},'])('what was cut is not whole: %s', (text) => {
  expect(split(text, 4).isWhole).toBe(false);
});

test('what is no list and no object is refused', () => {
  expect(() => split('hello', 8)).toThrow(RangeError);
});

test('what does not nest is an element that cannot be parsed, and the next one is read', () => {
  const { elements, isWhole } = split('[}, {"a":]}, {"b":2}]', 4);
  expect(elements.at(-1)?.text).toBe('{"b":2}');
  expect(isWhole).toBe(true);
});

test('threat: an element that is too large or too deep is told and dropped, and the next one is read', () => {
  const deep = `${'['.repeat(300)}${']'.repeat(300)}`;
  const { elements, isWhole } = split(
    `[${deep},{"title":"Large","t":"${'x'.repeat(4_000)}"},{"a":1}]`,
    100,
    2_000,
  );
  expect(elements.map(({ problem, text }) => [problem, text])).toEqual([
    ['is nested more than 200 levels deep', null],
    ['is larger than 1 KiB', null],
    [null, '{"a":1}'],
  ]);
  expect(elements[1]?.head).toContain('"Large"');
  expect(isWhole).toBe(true);
});
