import { localZone, type LanguageCode } from '@salience/language';
import type { ShownPrompt } from '@salience/context';
import type { Evidence } from './evidence.ts';
import { dayOf, phrases } from './phrases.ts';
import { turnAround } from './statement.ts';

/**
 * What the evidence rests on, one line for each exchange, in the order given. Between quote marks stands only what was
 * really said; a fact whose exchange is not at hand is stated without them.
 */
export function showEvidence(
  evidence: readonly Evidence[],
  prompt: ShownPrompt,
  language: LanguageCode,
): string[] {
  const groups = new Map<string, Evidence[]>();
  for (const item of evidence) groups.set(item.exchangeId, [...(groups.get(item.exchangeId) ?? []), item]);
  const lines = new Map<string, string>();
  for (const group of groups.values()) {
    const spoken = [...new Set(group.flatMap((item) => item.spoken ?? []))];
    const [first] = group;
    if (first === undefined) continue;
    const [open, close] = phrases[language].quotes;
    const words = spoken.length > 0 ? `${open}${joinSpoken(spoken)}${close}` : stateFacts(group);
    // The same words said twice are shown once.
    if (!lines.has(words))
      lines.set(words, `${leadOf(first, prompt, language)} ${words} [${first.exchangeId}]`);
  }
  return [...lines.values()];
}

function leadOf(evidence: Evidence, prompt: ShownPrompt, language: LanguageCode): string {
  const say = phrases[language];
  const zone = localZone(prompt.message.zone);
  const day = dayOf(evidence.at, language, zone);
  const date = day === dayOf(prompt.message.at, language, zone) ? undefined : day;
  if (isTold(evidence)) return say.toldMe(date);
  return say.saidBy(evidence.speaker === 'user' ? 'Somebody' : evidence.speaker, date);
}

/** True for what the person of this conversation said, and not a text from elsewhere. */
export function isTold(evidence: Evidence): boolean {
  return evidence.speaker === 'user' && evidence.trust !== 'external';
}

// Sentences that stood side by side stay so; a gap shows.
function joinSpoken(spoken: readonly SpokenAt[]): string {
  const sorted = spoken.toSorted((a, b) => a.place - b.place);
  return sorted
    .map(({ text, place }, n) => {
      const before = sorted[n - 1];
      if (before === undefined) return text;
      return `${place === before.place + 1 ? ' ' : ' … '}${text}`;
    })
    .join('');
}

type SpokenAt = NonNullable<Evidence['spoken']>;

function stateFacts(group: readonly Evidence[]): string {
  const texts = group.map(({ text }) => (turnAround(text, 'en') ?? text).replace(/[.\s]+$/, ''));
  return `${[...new Set(texts)].join('; ')}.`;
}
