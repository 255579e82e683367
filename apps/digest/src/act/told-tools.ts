import type { ToolSpec } from '@salience/act';
import { isTainted } from '@salience/contracts';
import { capText, cleanText } from '@salience/language';
import type { StoredToolProfile } from '@salience/database';
import { preferenceNow } from '@salience/memory';

/** What a tool served well, of each so many characters. */
const scenarioChars = 80;
const scenariosMax = 3;

/**
 * Tools whose descriptions say how they did for this agent: what they served well, how reliable and how welcome they were. A
 * tool without a profile is as it was; requests from outside are never quoted.
 */
export function toldTools(
  specs: readonly ToolSpec[],
  profiles: readonly StoredToolProfile[],
  now: Date,
): readonly ToolSpec[] {
  if (profiles.length === 0) return specs;
  const byTool = new Map(profiles.map((profile) => [profile.tool, profile]));
  return specs.map((spec) => {
    const profile = byTool.get(spec.name);
    return profile === undefined
      ? spec
      : { ...spec, description: `${spec.description} ${recordOf(profile, now)}` };
  });
}

/** How a tool did, in one line; its preference as it stands now. */
export function recordOf(
  { enrichedAt, preference, reliability, scenarios }: Omit<StoredToolProfile, 'tool'>,
  now: Date,
): string {
  const gladly = preferenceNow(preference, enrichedAt, now);
  const served = scenarios
    .filter(({ trust }) => !isTainted(trust))
    .slice(0, scenariosMax)
    .map(({ text }) => JSON.stringify(capText(cleanText(text), scenarioChars)));
  const record = `Reliability ${reliability.toFixed(2)}, preference ${gladly.toFixed(2)} (of 1).`;
  return served.length === 0 ? record : `${record} Worked well for: ${served.join('; ')}.`;
}
