/** Which transactions a statement saw. */
export interface Snapshot {
  /** True if what a transaction wrote was seen. */
  sees(xid: string): boolean;
}

/** A snapshot from its text, `first:next:running,…`: from `first` on some were running, from `next` on none had begun. */
export function snapshotOf(text: string): Snapshot {
  const [first = '0', next = '0', listed = ''] = text.split(':');
  const [ended, begun] = [BigInt(first), BigInt(next)];
  const running = new Set(listed.split(','));
  return {
    sees(xid) {
      const transaction = BigInt(xid);
      return transaction < ended || (transaction < begun && !running.has(xid));
    },
  };
}
