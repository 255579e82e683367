import type { Progress } from '@salience/supervisor';
import { duration } from '@salience/supervisor/home';
import { colour } from '../terminal.ts';
import { describeEvent } from './describe-event.ts';

/** Progress as lines, each written when its step has ended, and before it when the step is slow. */
export function lineProgress(write: (line: string) => void, slowMs = 1_500): Progress {
  return {
    say: write,
    event(event) {
      const line = describeEvent(event);
      if (line !== undefined) write(line);
    },
    async step(name, work, describe) {
      const began = performance.now();
      const slow = setTimeout(() => write(`  ${colour.dim('…')} ${name}`), slowMs);
      try {
        const result = await work();
        const text = describe?.(result) ?? name;
        write(`  ${colour.green('✓')} ${text} ${colour.dim(`(${duration(performance.now() - began)})`)}`);
        return result;
      } catch (error) {
        write(`  ${colour.red('✗')} ${name}`);
        throw error;
      } finally {
        clearTimeout(slow);
      }
    },
  };
}
