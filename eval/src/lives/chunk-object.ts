import type { ModelRequest } from '@salience/testing';
import type { Learned } from './life.ts';
import { knowsWord, systemOf } from './request-text.ts';

/** A chunk as it is proposed; confidences and all. */
export interface ChunkObject {
  readonly gists: readonly { readonly type: string; readonly content: string; readonly quote: string }[];
  readonly facts: readonly { readonly subject: string; readonly key: string; readonly value: string }[];
  readonly entities: readonly { readonly name: string; readonly type: string }[];
  readonly traits: readonly { readonly key: string; readonly value: string; readonly ended: boolean }[];
  readonly times: readonly { readonly text: string }[];
}

const sure = 0.9;

/** Words for the same thing in the order in which they are tried; the last is taken in any case. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  intent: ['intent', 'plan', 'fact'],
  commitment: ['commitment', 'promise', 'intent', 'fact'],
  decision: ['decision', 'fact'],
  organisation: ['organisation', 'organization', 'thing'],
  core: ['core', 'identity', 'general'],
  physical: ['physical', 'health', 'general'],
  relationship: ['relationship', 'person', 'general'],
};

/** What was learned of a message, in the words and within the numbers that the instructions of the request name. */
export function chunkFor(learned: Learned, request: ModelRequest): ChunkObject & object {
  const word = (wanted: string): string => {
    const choices = otherWords[wanted] ?? [wanted];
    return choices.find((choice) => knowsWord(request, choice)) ?? (choices.at(-1) as string);
  };
  const most = (list: string): number => mostOf(systemOf(request), list);
  return {
    gists: (learned.gists ?? [])
      .slice(0, most('gists'))
      .map((gist) => ({ ...gist, type: word(gist.type), confidence: sure })),
    facts: (learned.facts ?? []).slice(0, most('facts')).map((fact) => ({ ...fact, confidence: sure })),
    entities: (learned.entities ?? [])
      .slice(0, most('entities'))
      .map(({ name, type }) => ({ name, type: word(type), confidence: sure })),
    traits: (learned.traits ?? []).slice(0, most('traits')).map(({ ended = false, ...trait }) => ({
      person: 'user',
      ...trait,
      category: word(trait.category),
      origin: 'explicit',
      confidence: sure,
      literal: true,
      ended,
    })),
    times: (learned.times ?? []).slice(0, most('times')).map((time) => ({ ...time, confidence: sure })),
  };
}

/** How many of a list the instructions allow; any number where they say none. */
function mostOf(system: string, list: string): number {
  const said = new RegExp(String.raw`\b${list}\W{1,3}at most (\d+)`, 'i').exec(system)?.[1];
  return said === undefined ? Number.POSITIVE_INFINITY : Number(said);
}
