import type { Progress, SupervisorEvent } from '@salience/supervisor';
import { duration } from '@salience/supervisor/home';
import { colour } from '../terminal.ts';

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

/** One line for a person, or undefined for what needs no line. */
function describeEvent(event: SupervisorEvent): string | undefined {
  switch (event.kind) {
    case 'ended':
      return colour.yellow(
        `  ! ${event.name} ended (${event.how}): starting it again in ${duration(event.restartInMs)}`,
      );
    case 'hung':
      return colour.yellow(`  ! ${event.name} (process ${event.pid}) hangs: ${event.reason}. Replacing it`);
    case 'killed':
      return colour.yellow(`  ! ${event.name} (process ${event.pid}) did not stop in time: ended by force`);
    case 'ready':
      return `  ${colour.green('✓')} ${event.name} ${colour.dim(`(${duration(event.tookMs)})`)}`;
    case 'stopped':
      return `  ${colour.green('✓')} ${event.name} stopped`;
    case 'spawned':
    case 'stopping':
      return undefined;
  }
}
