/** The longest expression that is computed. */
const charsMax = 200;

/**
 * The value of an arithmetic expression of numbers, + - * / × ÷ ^ % and brackets; null for anything else, and for a value that is
 * not finite.
 */
export function evaluate(text: string): number | null {
  if (text.length > charsMax || !/^[-\d\s.+*/×÷^%()]+$/.test(text)) return null;
  const tokens = text.replace(/\*\*/g, '^').match(/\d+\.?\d*|\.\d+|[-+*/×÷^%()]/g) ?? [];
  const reader = { tokens, at: 0 };
  const value = sum(reader);
  return reader.at === tokens.length && Number.isFinite(value) ? value : null;
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
}

function sum(reader: Reader): number {
  let value = product(reader);
  for (let sign = reader.tokens[reader.at]; sign === '+' || sign === '-'; sign = reader.tokens[reader.at]) {
    reader.at += 1;
    const next = product(reader);
    value = sign === '+' ? value + next : value - next;
  }
  return value;
}

function product(reader: Reader): number {
  let value = power(reader);
  for (
    let sign = reader.tokens[reader.at];
    sign !== undefined && '*/×÷%'.includes(sign);
    sign = reader.tokens[reader.at]
  ) {
    reader.at += 1;
    const next = power(reader);
    if (sign === '*' || sign === '×') value *= next;
    else value = sign === '%' ? value % next : value / next;
  }
  return value;
}

function power(reader: Reader): number {
  const base = factor(reader);
  if (reader.tokens[reader.at] !== '^') return base;
  reader.at += 1;
  return base ** power(reader);
}

function factor(reader: Reader): number {
  const token = reader.tokens[reader.at];
  reader.at += 1;
  // A sign binds looser than a power: -2^2 is -4.
  if (token === '-') return -power(reader);
  if (token === '+') return power(reader);
  if (token !== '(') return token === undefined ? Number.NaN : Number(token);
  const value = sum(reader);
  const closed = reader.tokens[reader.at] === ')';
  reader.at += 1;
  return closed ? value : Number.NaN;
}
