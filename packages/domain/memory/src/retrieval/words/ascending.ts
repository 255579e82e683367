// Lists of numbers, most of them ascending: places of items, and what is counted of them.

/** The different ones of some numbers, ascending; sorts them where they are. */
export function inOrder(all: Uint32Array): Uint32Array {
  all.sort();
  let different = 0;
  for (let at = 0; at < all.length; at += 1)
    if (at === 0 || all[at] !== all[at - 1]) {
      all[different] = all[at] as number;
      different += 1;
    }
  return all.subarray(0, different);
}

/** The first number of an ascending list, from `low` to before `high`, that is not below `wanted`; `high` where all are. */
export function firstFrom(list: ArrayLike<number>, wanted: number, low: number, high: number): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((list[middle] as number) < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Where a number stands in an ascending list; below 0 where it does not. */
export function whereIn(list: Uint32Array, wanted: number): number {
  const at = firstFrom(list, wanted, 0, list.length);
  return at < list.length && list[at] === wanted ? at : -1;
}

/** Where those numbers stand that are among the `most` largest, and those as large as the last of them; infinite ones are left out. */
export function amongLargest(numbers: Float64Array, most: number): number[] {
  const line = numbers.length <= most ? 0 : (numbers.toSorted()[numbers.length - most] ?? 0);
  const among: number[] = [];
  for (let at = 0; at < numbers.length; at += 1) {
    const one = numbers[at] as number;
    if (one >= line && one >= 0) among.push(at);
  }
  return among;
}
