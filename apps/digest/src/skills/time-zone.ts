import { timeZoneSchema } from '@salience/contracts';
import { useZone } from '@salience/database/people';
import { localTime, zoneOfPlace } from '@salience/language';
import { z } from 'zod';
import { defineSkill, refused } from './skill.ts';

/** Sets the time zone of who asks for it. */
export const timeZone = defineSkill({
  name: 'time_zone',
  description: 'Sets the time zone of who speaks, when they ask for another one.',
  schema: z.strictObject({
    place: z.string().trim().min(1).max(80).describe('The city, or the zone: "Lisbon", "Europe/Lisbon".'),
  }),
  tier: 'organise',
  cost: 0.5,
  idempotent: true,
  timeoutMs: 10_000,
  private: false,
  async run({ place }, { db, now, step: { turn } }) {
    const zone = zoneOfPlace(place) ?? timeZoneSchema.safeParse(place).data;
    if (zone === undefined)
      throw refused(
        `No one time zone is known for "${place}". Name a large city there, or a zone such as Europe/Lisbon.`,
      );
    const name = await useZone(db, turn.agent_id, turn.speaker, zone, now);
    if (name === null)
      throw refused(
        `${turn.speaker ?? ''} is a mere name here and keeps no time zone: "salience people add" makes them a person.`,
      );
    return {
      text: `From now on times are those of ${zone}. There it is ${localTime(now.toISOString(), zone)}.`,
    };
  },
});
