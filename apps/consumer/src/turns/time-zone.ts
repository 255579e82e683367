import { timeZoneSchema } from '@salience/contracts';
import type { Request } from 'express';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';

/** The headers, as the document says them. */
export const zoneHeader = {
  'X-Time-Zone':
    'The speaker’s time zone, such as Europe/Berlin. Default: the person’s, else the agent’s, else the installation’s.',
  'X-Device-Time-Zone':
    'The time zone of the device, which counts before the agent’s where neither the request nor the person says one.',
};

/** What a request says of its zone beside its headers. */
export interface SaidZone {
  /** The body's field. */
  readonly zone?: string | undefined;
  /** Who speaks; undefined for the owner. */
  readonly speaker?: string | undefined;
  /** That of the person, where it is known already; null for none. */
  readonly person?: string | null;
}

/**
 * The time zone of a request: its body's or X-Time-Zone, else that of the person who speaks, else that of the device, the agent, the installation.
 * Throws 400 for an unknown zone.
 */
export async function timeZoneOf(
  context: ConsumerContext,
  caller: Caller,
  request: Request,
  { person, speaker, zone }: SaidZone = {},
): Promise<string> {
  const said = zone ?? zoneIn(request, 'x-time-zone');
  if (said !== undefined) return said;
  const device = zoneIn(request, 'x-device-time-zone');
  const { id, settings } = caller.agent;
  const own = person === undefined ? await context.zones.find(id, speaker) : person;
  return own ?? device ?? settings.timeZone ?? context.timeZone;
}

function zoneIn(request: Request, header: 'x-device-time-zone' | 'x-time-zone'): string | undefined {
  const named = request.headers[header];
  if (named === undefined || named === '') return undefined;
  const zone = timeZoneSchema.safeParse(named);
  if (zone.success) return zone.data;
  throw httpProblem(
    400,
    'zone.unknown',
    'Expected the name of a time zone in X-Time-Zone, such as Europe/Berlin. Omit it to use the person’s or the agent’s.',
  );
}
