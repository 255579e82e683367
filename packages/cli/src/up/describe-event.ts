import type { SupervisorEvent } from '@salience/supervisor';
import { duration } from '@salience/supervisor/home';
import { colour } from '../terminal.ts';

/** One line for a person, or undefined for what needs no line. */
export function describeEvent(event: SupervisorEvent): string | undefined {
  switch (event.kind) {
    case 'ended':
      return colour.yellow(
        `  ! ${event.app} ended (${event.how}): starting it again in ${duration(event.restartInMs)}`,
      );
    case 'hung':
      return colour.yellow(`  ! ${event.app} (process ${event.pid}) hangs: ${event.reason}. Replacing it`);
    case 'killed':
      return colour.yellow(`  ! ${event.app} (process ${event.pid}) did not stop in time: killed`);
    case 'ready':
      return `  ${colour.green('✓')} ${event.app} ${colour.dim(`(${duration(event.tookMs)})`)}`;
    case 'stopped':
      return `  ${colour.green('✓')} ${event.app} stopped`;
    case 'spawned':
    case 'stopping':
      return undefined;
  }
}
