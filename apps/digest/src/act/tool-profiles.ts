import type { ToolSpec } from '@salience/act';
import { isTainted } from '@salience/contracts';
import { capText, cleanText } from '@salience/language';
import type { StoredToolProfile } from '@salience/database/acting';
import { preferenceNow } from '@salience/memory';

/** Longest quoted request, in characters. */
const scenarioChars = 80;
const scenariosMax = 3;

/**
 * Adds each tool's profile for this agent to its description: scenarios, reliability and preference. A tool without a profile is
 * unchanged. External requests are never quoted.
 */
export function withToolProfiles(
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
      : { ...spec, description: `${spec.description} ${describeToolProfile(profile, now)}` };
  });
}

/** A tool's profile in one line, with its preference decayed to `now`. */
export function describeToolProfile(
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
