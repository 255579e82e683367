import { fieldsOf, isObject, type Reading } from '../reading/read-result.ts';
import { closeTo, numbersIn, quote } from '../reading/read-values.ts';
import { daysIn } from '@salience/language';
import { evaluate } from './evaluate.ts';

/** A number that can be computed again from the arguments or from the result itself, and is another. */
export function arithmetic(reading: Reading): string | null {
  return fromArguments(reading) ?? wrongEquation(reading) ?? wrongSum(reading) ?? wrongDays(reading);
}

function fromArguments(reading: Reading): string | null {
  const right = expression(reading) ?? operation(reading) ?? conversion(reading);
  if (right === null) return null;
  const said = saidNumbers(reading);
  // An answer may repeat the numbers it was made from; the right one must be among them.
  return said.length > 0 && said.length <= 12 && !said.some((number) => closeTo(number, right))
    ? `Computed again it is ${Number(right.toPrecision(10))}, not ${String(said.at(-1))}.`
    : null;
}

function saidNumbers({ json, visible }: Reading): number[] {
  if (typeof json === 'number') return [json];
  if (!isObject(json)) return numbersIn(visible);
  return fieldsOf(json, 2).flatMap(({ value }) =>
    typeof value === 'number' ? [value] : numbersIn(String(value)),
  );
}

function expression({ args }: Reading): number | null {
  const written = args.find(({ key }) => /^(?:expression|formula|calculation|equation|math)$/.test(key));
  return written === undefined ? null : evaluate(String(written.value));
}

function operation({ judged, args }: Reading): number | null {
  const name = args.find(({ key }) => /^(?:operation|op|function|aggregate)$/.test(key));
  const list = Object.values(judged.args).find(
    (value): value is number[] => Array.isArray(value) && value.every((item) => typeof item === 'number'),
  );
  const scalars = args.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  const numbers = list ?? scalars;
  const [first] = numbers;
  if (name === undefined || first === undefined) return null;
  const sum = numbers.reduce((total, number) => total + number, 0);
  const rest = numbers.slice(1);
  switch (String(name.value).toLowerCase()) {
    case 'add':
    case 'sum':
      return sum;
    case 'subtract':
      return rest.reduce((total, number) => total - number, first);
    case 'multiply':
      return rest.reduce((total, number) => total * number, first);
    case 'divide':
      return rest.includes(0) ? null : rest.reduce((total, number) => total / number, first);
    case 'mean':
    case 'average':
      return sum / numbers.length;
    case 'max':
      return Math.max(...numbers);
    case 'min':
      return Math.min(...numbers);
    default:
      return null;
  }
}

/** Factor to the base of its kind; temperatures apart. */
const factors: Readonly<Record<string, readonly [string, number]>> = {
  m: ['length', 1],
  km: ['length', 1_000],
  cm: ['length', 0.01],
  mi: ['length', 1_609.344],
  mile: ['length', 1_609.344],
  miles: ['length', 1_609.344],
  ft: ['length', 0.3048],
  in: ['length', 0.0254],
  kg: ['mass', 1],
  g: ['mass', 0.001],
  lb: ['mass', 0.45359237],
  lbs: ['mass', 0.45359237],
  oz: ['mass', 0.028349523125],
};

function conversion({ judged, args }: Reading): number | null {
  if (!/conver|unit/i.test(judged.tool)) return null;
  const text = (pattern: RegExp): string =>
    String(
      args.find(({ key, value }) => pattern.test(key) && typeof value === 'string')?.value ?? '',
    ).toLowerCase();
  const value = args.find(
    ({ key, value: item }) => /^(?:value|amount|number|quantity)$/.test(key) && typeof item === 'number',
  )?.value;
  if (typeof value !== 'number') return null;
  const [from, to] = [text(/^from(?:unit)?$/), text(/^to(?:unit)?$/)];
  if (/^(?:c|celsius)$/.test(from) && /^(?:f|fahrenheit)$/.test(to)) return value * 1.8 + 32;
  if (/^(?:f|fahrenheit)$/.test(from) && /^(?:c|celsius)$/.test(to)) return (value - 32) / 1.8;
  const [one, other] = [factors[from], factors[to]];
  return one === undefined || other === undefined || one[0] !== other[0] ? null : (value * one[1]) / other[1];
}

/** An equation in the words whose two sides differ. */
function wrongEquation({ visible, json }: Reading): string | null {
  if (json !== undefined || visible.length > 4_000) return null;
  for (const [whole, left = '', right = ''] of visible.matchAll(
    /(?<![\w.])((?:\d[\d.,]*\s*[-+*/×÷]\s*){1,6}\d[\d.,]*)\s*=\s*(-?\d[\d,]*(?:\.\d+)?)/g,
  )) {
    const value = evaluate(left.replaceAll(',', ''));
    if (value !== null && !closeTo(Number(right.replaceAll(',', '')), value))
      return `${quote(whole)} is wrong.`;
  }
  return null;
}

/** A total that is not the sum of the amounts listed beside it. */
function wrongSum({ objects }: Reading): string | null {
  for (const object of objects.slice(0, 20)) {
    const total = ['total', 'sum', 'subtotal', 'total_amount', 'totalAmount']
      .map((key) => object[key])
      .find((value) => typeof value === 'number');
    const list = Object.values(object).find(Array.isArray);
    if (typeof total !== 'number' || list === undefined || list.length < 2) continue;
    const extra = ['tax', 'vat', 'shipping', 'discount', 'fee', 'fees', 'tip'].some(
      (key) => typeof object[key] === 'number',
    );
    const amounts = list.map((item) => amountOf(item));
    if (extra || amounts.some((amount) => amount === null)) continue;
    const sum = amounts.reduce<number>((all, amount) => all + (amount ?? 0), 0);
    if (!closeTo(total, sum) && total !== list.length)
      return `The amounts add up to ${Number(sum.toFixed(4))}, not ${total}.`;
  }
  return null;
}

function amountOf(item: unknown): number | null {
  if (typeof item === 'number') return item;
  if (!isObject(item)) return null;
  const amount = ['amount', 'subtotal', 'line_total', 'cost']
    .map((key) => item[key])
    .find((value) => typeof value === 'number');
  return typeof amount === 'number' ? amount : null;
}

/** Days between two days of the arguments. */
function wrongDays({ judged, visible }: Reading): string | null {
  if (!/day|date|duration|diff|between/i.test(judged.tool)) return null;
  const days = daysIn(Object.values(judged.args).map(String).join(' | '));
  const [from, to] = days;
  if (days.length !== 2 || from === undefined || to === undefined) return null;
  // No digit before it, and few of them: a long run of digits is looked at once.
  const said = /(?<!\d)(-?\d{1,6})\s{0,20}days?\b/i.exec(visible);
  if (said === null) return null;
  const between = Math.abs(Date.parse(to.day) - Date.parse(from.day)) / 86_400_000;
  const number = Math.abs(Number(said[1]));
  // Whether both ends count is a matter of taste.
  return number === between || number === between + 1
    ? null
    : `Between the days lie ${between}, not ${number}.`;
}
