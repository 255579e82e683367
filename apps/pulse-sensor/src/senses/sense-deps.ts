import type { Deps } from '../deps.ts';
import type { ModuleBook } from '../modules/module-book.ts';

/** What every sense works with. */
export interface SenseDeps extends Deps {
  readonly book: ModuleBook;
  /** Is told after a commit that clusters have something to judge. */
  readonly judge: (clusters: readonly string[]) => void;
}
