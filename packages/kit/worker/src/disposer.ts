import { messageOf } from '@salience/errors';

/** Releases what was acquired, in reverse order. */
export interface Disposer {
  /** Registers how to release something. `name` appears in the error when releasing fails. */
  use(name: string, release: () => Promise<void>): void;
  /** Releases everything, the last acquired first. Continues after an error and throws the first one at the end. */
  dispose(): Promise<void>;
}

/** Makes an empty disposer. */
export function createDisposer(onError: (name: string, message: string) => void): Disposer {
  const held: { name: string; release: () => Promise<void> }[] = [];
  return {
    use: (name, release) => held.push({ name, release }),
    async dispose() {
      const failures: unknown[] = [];
      for (let item = held.pop(); item !== undefined; item = held.pop()) {
        try {
          await item.release();
        } catch (error) {
          failures.push(error);
          onError(item.name, messageOf(error));
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
