import { capText, splitSentences, splitWords } from '@salience/language';
import type { EpisodePromptInput, PromptExchange } from '@salience/context';
import type { EmotionType, EpisodeProposal, IntentDirection, IntentType } from '@salience/contracts';

/** A sentence that a person said. */
export interface SaidSentence {
  readonly text: string;
  readonly isQuestion: boolean;
}

/** The parts of an episode that tell how it was rather than what it was about. */
export type EpisodeManner = Required<
  Pick<EpisodeProposal, 'action' | 'context' | 'direction' | 'emotion' | 'intentType'>
>;

/** What talk was for, by how it speaks; the first that fits. */
const intentRules: readonly (readonly [IntentType, RegExp])[] = [
  [
    'problem-solving',
    /\b(?:problem|issue|error|bug|broken|fix|fails?|failed|doesn't work|not working|stuck|help me|repair|debug|crash(?:es|ed)?)\b/i,
  ],
  [
    'planning',
    /\b(?:plan|planning|schedule|book|booking|prepare|organi[sz]e|going to|we'll|i'll|next (?:week|month|year)|trip|itinerary|deadline|remind)\b/i,
  ],
  [
    'evaluation',
    /\b(?:compare|better|worse|best|worth|review|rate|pros|cons|versus|vs|which (?:one|is)|recommend)\b/i,
  ],
  [
    'confirmation',
    /\b(?:is it true|right\?|correct\?|confirm|are you sure|did you say|double[- ]check|still)\b/i,
  ],
  [
    'reframing',
    /\b(?:actually|on second thought|instead|rather|another way|in fact|i mean|looking at it)\b/i,
  ],
  [
    'reflection',
    /\b(?:i feel|i felt|i realized|i realised|i've been thinking|looking back|i learned|i learnt|means to me|grateful|proud)\b/i,
  ],
  [
    'recreational',
    /\b(?:joke|fun|game|movie|film|song|music|play(?:ed|ing)?|haha|lol|story|weekend|party)\b/i,
  ],
];

/** Where talk was heading, likewise. */
const directionRules: readonly (readonly [IntentDirection, RegExp])[] = [
  [
    'decision-making',
    /\b(?:decide|decided|decision|choose|chose|go with|settled on|pick|which one|should (?:i|we)|agreed)\b/i,
  ],
  [
    'sense-making',
    /\b(?:why|understand|mean|meaning|explain|because|realized|realised|make sense|feel|felt)\b/i,
  ],
  [
    'narrowing',
    /\b(?:only|exactly|specific|rather|instead|at most|at least|no more than|must|prefer|the one|between)\b/i,
  ],
];

const constraint =
  /\b(?:must(?: not|n't)?|at most|at least|no more than|no later than|only|budget|deadline|before|until|by (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight|\d)|can(?:not|['’]t)(?! wait| beat| believe| help)|allergic|without|under \d|up to \d)\b/i;
const situation =
  /\b(?:i(?:['’]m| am| was)|we(?:['’]re| are| were)) (?:still |now |currently )?(?:at|in|on|back|away|sick|ill|busy|swamped|moving|working|travell?ing|visiting|staying|studying|looking for)\b|\b(?:at work|at home|on (?:the|my) way|today|tonight|this (?:morning|week|weekend)|birthday)\b/i;
const backReference =
  /\b(?:again|as i said|you said|you told|last time|earlier|before|remember|we talked|still|back to)\b/i;
const deed =
  /\b(?:i (?:booked|bought|called|sent|wrote|finished|made|went|moved|signed|paid|sold|fixed|met|visited|cancelled|canceled|ordered|started)|i(?:'ll| will)|we(?:'ll| will)|decided|agreed|booked|done)\b/i;

/** Words that show a feeling, and how good it is. */
const feelingRules: readonly (readonly [EmotionType, number, RegExp])[] = [
  ['anger', 0.15, /\b(?:angry|furious|annoyed|mad at|hate|outrageous|unfair|fed up)\b/i],
  ['fear', 0.2, /\b(?:afraid|scared|worried|worry|anxious|nervous|terrified|stressed|panic)\b/i],
  [
    'sadness',
    0.15,
    /\b(?:sad|upset|cried|crying|lonely|miss(?: (?:him|her|you|them|my))|devastated|hurt|sorry|grief|died|lost my)\b/i,
  ],
  ['disgust', 0.15, /\b(?:disgusting|disgusted|gross|revolting|awful|terrible)\b/i],
  ['surprise', 0.6, /\b(?:surprised|wow|unbelievable|shocked|unexpected|can't believe)\b/i],
  [
    'joy',
    0.85,
    /\b(?:happy|excited|love|wonderful|amazing|thrilled|proud|grateful|joy|delighted|great news|can't wait|glad)\b/i,
  ],
];

/** How a stretch of talk was, in sentences that were said. Always fits its schema. */
export function mannerOf(
  said: readonly SaidSentence[],
  { chunks, exchanges }: EpisodePromptInput,
): EpisodeManner {
  const texts = said.map(({ text }) => text);
  const statements = said.filter(({ isQuestion }) => !isQuestion).map(({ text }) => text);
  const find = (pattern: RegExp, from = statements) => from.find((text) => pattern.test(text)) ?? '';
  const done = find(deed);
  return {
    intentType: mostFitting(intentRules, texts) ?? 'exploration',
    direction: mostFitting(directionRules, texts) ?? 'open-ended',
    context: {
      situational: capText(find(situation), 300),
      conversational: capText(find(backReference, texts), 300),
      constraints: [...new Set(statements.filter((text) => constraint.test(text)))]
        .slice(0, 5)
        .map((text) => capText(text, 200)),
    },
    action: capText(done !== '' ? done : firstReply(exchanges), 300),
    emotion: feelingOf(
      texts,
      chunks.flatMap(({ sentiment }) => sentiment ?? []),
    ),
  };
}

/** The label whose words stand in most sentences; of equals the first. */
function mostFitting<Label>(
  rules: readonly (readonly [Label, RegExp])[],
  texts: readonly string[],
): Label | undefined {
  let best: Label | undefined;
  let most = 0;
  for (const [label, pattern] of rules) {
    const count = texts.filter((text) => pattern.test(text)).length;
    if (count > most) [best, most] = [label, count];
  }
  return best;
}

function firstReply(exchanges: readonly PromptExchange[]): string {
  const reply = exchanges.find((exchange) => (exchange.reply ?? '').trim() !== '')?.reply ?? '';
  return splitSentences(reply)[0] ?? '';
}

interface Feeling {
  readonly type: EmotionType;
  readonly valence: number;
  readonly text: string;
}

function feelingOf(texts: readonly string[], sentiments: readonly number[]): EpisodeManner['emotion'] {
  const felt = texts.flatMap((text): Feeling[] => {
    const rule = feelingRules.find(([, , pattern]) => pattern.test(text));
    return rule === undefined ? [] : [{ type: rule[0], valence: rule[1], text }];
  });
  const counts = new Map<EmotionType, number>();
  for (const { type } of felt) counts.set(type, (counts.get(type) ?? 0) + 1);
  // Of feelings shown equally often a surprise is rather the beginning of another.
  const weightOf = ({ type }: Feeling) => (counts.get(type) ?? 0) - (type === 'surprise' ? 0.5 : 0);
  const [main] = felt.toSorted((a, b) => weightOf(b) - weightOf(a));
  const last = felt.at(-1);
  if (main === undefined || last === undefined)
    return { type: 'neutral', valence: 0.5, intensity: 0, arc: '', shown: '' };
  // What was noted of each exchange counts as much as the words for feelings.
  const values = [...felt.map(({ valence }) => valence), ...sentiments];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    type: main.type,
    valence: Math.round(mean * 100) / 100,
    intensity: Math.min(1, Math.round((0.3 + (0.7 * felt.length) / texts.length) * 100) / 100),
    // The last that was felt, where it is another than the first: that is how it changed.
    arc: last.type === felt[0]?.type ? '' : capText(last.text, 200),
    shown: quoteOf(main.text),
  };
}

/** A short quotation: the sentence, or its first words. */
function quoteOf(text: string): string {
  const words = splitWords(text);
  return text.length <= 200 ? text : words.slice(0, 20).join(' ').slice(0, 200);
}
