/** Numbers that follow from a seed, so that a run can be repeated. */
export function randomsOf(seed: number): {
  /** A whole number from 0 to below `end`. */
  number(end: number): number;
  /** One of a list. */
  one<T>(list: readonly T[]): T;
} {
  let state = seed;
  const number = (end: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
  return { number, one: (list) => list[number(list.length)] as never };
}
