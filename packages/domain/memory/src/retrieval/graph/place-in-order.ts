/** Where something belongs in a list in order: behind the items that come before it. */
export function placeInOrder<T>(list: readonly T[], comesBefore: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comesBefore(list[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
