import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of this process, so that the processes of a turn go first where cores are short. Linux keeps a priority for each
 * thread: all that run now are lowered, and what they start inherits it. A system that refuses leaves everything as it is.
 */
export function yieldToOthers(): void {
  const tasks = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const task of tasks) {
    try {
      setPriority(task, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // A thread that ended meanwhile, or a system that does not allow it: slower replies, nothing wrong.
    }
  }
}
