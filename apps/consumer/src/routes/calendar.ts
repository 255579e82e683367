import { calendarQuerySchema, calendarSchema } from '@salience/contracts';
import { callerRoute } from '../http/route.ts';
import { calendarOf } from '../schedules/calendar.ts';
import { timeZoneOf, zoneHeader } from '../turns/time-zone.ts';

const dayMs = 86_400_000;
const before = 7 * dayMs;
const after = 28 * dayMs;

/** GET /schedules/calendar: the times of all schedules, with what became of each. */
export const getCalendar = callerRoute({
  method: 'GET',
  path: '/schedules/calendar',
  needs: 'machine',
  does: 'The times of all schedules between two instants, each with what became of it or what it waits for',
  more: 'Times are shown on the clock of the zone of the request. Of a schedule that comes more than six times on a day "crowded" says how often, by fate.',
  tag: 'Memory',
  headers: zoneHeader,
  query: calendarQuerySchema,
  answers: { 200: { is: 'The calendar, in order of time.', json: calendarSchema } },
  problems: { 400: ['zone.unknown'], 429: ['reads.limit'] },
  handle: async (context, { caller, query, request, response }) => {
    const zone = await timeZoneOf(context, caller, request);
    const now = (await context.clock.now()).getTime();
    const from = new Date(query.from ?? now - before);
    const to = new Date(query.to ?? now + after);
    const read = () => calendarOf(context, caller, { from, to, zone });
    response.json(await context.longReads.run(caller, response, read));
  },
});
