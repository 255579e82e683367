import type { MatchCondition } from '@langchain/langgraph-checkpoint';

/** Whether a namespace lies below a prefix, label by label; the empty prefix has all below it. */
export function isBelow(namespace: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((label, i) => namespace[i] === label);
}

/** Whether a namespace begins or ends as a condition says; `*` stands for any label. */
export function meets(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  if (path.length > namespace.length) return false;
  const offset = matchType === 'suffix' ? namespace.length - path.length : 0;
  return path.every((label, i) => label === '*' || label === namespace[offset + i]);
}

/** Whether every field of a filter holds for a value: equal, or as its operators say. */
export function passes(
  value: Readonly<Record<string, unknown>>,
  filter: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(filter).every(([field, wanted]) => compares(value[field], wanted));
}

const operators: Readonly<Record<string, (found: unknown, wanted: unknown) => boolean>> = {
  $eq: isEqual,
  $ne: (found, wanted) => !isEqual(found, wanted),
  $gt: (found, wanted) => Number(found) > Number(wanted),
  $gte: (found, wanted) => Number(found) >= Number(wanted),
  $lt: (found, wanted) => Number(found) < Number(wanted),
  $lte: (found, wanted) => Number(found) <= Number(wanted),
  $in: (found, wanted) => Array.isArray(wanted) && wanted.some((one) => isEqual(found, one)),
  $nin: (found, wanted) => !Array.isArray(wanted) || !wanted.some((one) => isEqual(found, one)),
};

/** Throws RangeError for an operator that there is not: a filter that is not understood must not pass. */
function compares(found: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return isEqual(found, wanted);
  const named = Object.entries(wanted);
  if (named.length === 0 || !named.every(([name]) => name.startsWith('$'))) return isEqual(found, wanted);
  return named.every(([name, operand]) => {
    const operator = operators[name];
    if (operator === undefined) throw new RangeError(`The filter operator ${name} is not known.`);
    return operator(found, operand);
  });
}

/** Equality of JSON values, whatever the order of their fields. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  const [fields, others] = [Object.entries(one), Object.keys(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    fields.length === others.length &&
    fields.every(
      ([name, field]) =>
        Object.hasOwn(other, name) && isEqual(field, (other as Record<string, unknown>)[name]),
    )
  );
}
