import { selfStartedSources, type Trust } from '@salience/contracts';
import type { ClaimedTurn } from '@salience/database/turns';
import { openThing, readReadings, type Readings } from '@salience/router';
import type { Recalled } from './recall.ts';

/** What of a turn tells what its message leaves open. */
export interface OpenInput {
  readonly step: ClaimedTurn;
  readonly recalled: Pick<Recalled, 'hits'>;
  /** Names of the agent's topics; left out: unknown. */
  readonly topicNames?: readonly string[];
}

/** Readings are named in a question to the person: only words of a person that the agent serves count. */
const trusted: ReadonlySet<Trust> = new Set(['owner', 'user']);

/** A name in the message that fits several things which are known; undefined for what nobody asks. Reads only what the turn holds. */
export function readingsOf({ recalled, step, topicNames = [] }: OpenInput): Readings | undefined {
  const { snapshot, turn } = step;
  if (selfStartedSources.includes(turn.source)) return undefined;
  const last = snapshot.history.at(-1);
  return readReadings(turn.text, {
    texts: recalled.hits
      .filter(({ kind, trust }) => kind !== 'thought' && trusted.has(trust))
      .map(({ text, why }) => ({ text, fit: why.words ?? 0 })),
    topics: topicNames,
    lately: last === undefined ? [] : [last.message, last.reply ?? ''],
  });
}

/** What a question back is about, and the readings that it offers. */
export function openOf(input: OpenInput): Readings | undefined {
  const readings = readingsOf(input);
  if (readings !== undefined) return readings;
  const about = openThing(input.step.turn.text);
  return about === undefined ? undefined : { about, readings: [] };
}
