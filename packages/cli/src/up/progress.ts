import { colour, duration } from '../terminal.ts';

/** Tells a person what is being done. */
export interface Progress {
  /** One line at once. */
  say(line: string): void;
  /** Runs one step and tells what it did with the time it took; the step may return a better text than its name. */
  step<T>(name: string, work: () => Promise<T>, describe?: (result: T) => string): Promise<T>;
}

/** Progress as lines, each written when its step has ended, and before it when the step is slow. */
export function lineProgress(write: (line: string) => void, slowMs = 1_500): Progress {
  return {
    say: write,
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
