import { timeZoneSchema } from '@salience/contracts';
import type { Request } from 'express';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';

/** The header, as the document says it. */
export const zoneHeader = {
  'X-Time-Zone':
    'The speaker’s time zone, such as Europe/Berlin. Default: the agent’s, else the installation’s.',
};

/**
 * The time zone of a request: its X-Time-Zone, else the agent's setting, else the installation's. Throws 400 for an unknown zone.
 */
export function timeZoneOf(context: ConsumerContext, caller: Caller, request: Request): string {
  const named = request.headers['x-time-zone'];
  if (named === undefined || named === '') return caller.agent.settings.timeZone ?? context.timeZone;
  const zone = timeZoneSchema.safeParse(named);
  if (zone.success) return zone.data;
  throw httpProblem(
    400,
    'zone.unknown',
    'Expected the name of a time zone in X-Time-Zone, such as Europe/Berlin. Omit it to use the agent’s.',
  );
}
