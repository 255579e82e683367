import { capText } from '@salience/language';
import type { BufferedThought } from './buffered-thought.ts';

/** `structured`: by type, each thought a line. `concise`: a line for each type. `narrative`: sentences in order of time. */
export const synthesisStyles = ['structured', 'concise', 'narrative'] as const;

/** Thoughts of a type that a concise line names, the newest. */
const conciseMax = 3;
/** Characters of a thought in a concise line or a sentence. */
const briefChars = 140;
/** Characters of a thought in a list. */
const fullChars = 600;

/** Thoughts in words, given in order of time; empty where there are none. Plain text, one thought never more than one line. */
export function writeDigest(thoughts: readonly BufferedThought[], style: string): string {
  if (style === 'narrative') return narrative(thoughts);
  const groups = [...Map.groupBy(thoughts, ({ thought_type }) => thought_type)];
  return style === 'concise'
    ? groups.map(([type, those]) => concise(type, those)).join('\n')
    : groups.map(([type, those]) => structured(type, those)).join('\n\n');
}

function structured(type: string, thoughts: readonly BufferedThought[]): string {
  const lines = thoughts.map((thought) => `- ${byWhom(thought)}${line(thought, fullChars)}`);
  return [`${type} (${thoughts.length})`, ...lines].join('\n');
}

function concise(type: string, thoughts: readonly BufferedThought[]): string {
  const named = thoughts.slice(-conciseMax).map((thought) => line(thought, briefChars));
  const more = thoughts.length - named.length;
  return `${type} (${thoughts.length}): ${named.join('; ')}${more > 0 ? `; ${more} before` : ''}`;
}

function narrative(thoughts: readonly BufferedThought[]): string {
  return thoughts.map((thought, n) => sentence(thought, n, thoughts.length)).join(' ');
}

function sentence(thought: BufferedThought, n: number, count: number): string {
  const opening = n === 0 ? 'First' : n === count - 1 ? 'Last' : 'Then';
  const about = thought.trigger_author === null ? '' : ` to what ${oneLine(thought.trigger_author)} said`;
  return `${opening}${about}, a thought (${thought.thought_type}): “${line(thought, briefChars)}”.`;
}

function byWhom({ trigger_author }: BufferedThought): string {
  return trigger_author === null ? '' : `${oneLine(trigger_author)}: `;
}

function line({ content }: BufferedThought, chars: number): string {
  return capText(oneLine(content), chars);
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
