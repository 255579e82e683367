/** What is to happen, the earliest first; of two at one time the one that was added first. */
export interface Events<T> {
  add(atS: number, what: T): void;
  next(): { readonly atS: number; readonly what: T } | undefined;
}

/** Makes an empty one: a binary heap. */
export function createEvents<T>(): Events<T> {
  const heap: { atS: number; n: number; what: T }[] = [];
  let count = 0;
  const before = (a: number, b: number): boolean => {
    const [one, other] = [heap[a], heap[b]];
    if (one === undefined || other === undefined) return false;
    return one.atS < other.atS || (one.atS === other.atS && one.n < other.n);
  };
  const swap = (a: number, b: number): void => {
    const [one, other] = [heap[a], heap[b]];
    if (one === undefined || other === undefined) return;
    heap[a] = other;
    heap[b] = one;
  };
  return {
    add(atS, what) {
      heap.push({ atS, n: count++, what });
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!before(at, parent)) break;
        swap(at, parent);
        at = parent;
      }
    },
    next() {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined) return undefined;
      if (heap.length > 0) {
        heap[0] = last;
        for (let at = 0; ; ) {
          const left = 2 * at + 1;
          const least = before(left + 1, left) ? left + 1 : left;
          if (!before(least, at)) break;
          swap(at, least);
          at = least;
        }
      }
      return first;
    },
  };
}
