import { sameWords, sourceWords, supportOf } from '../words.ts';
import type { ActivatedConcept, DriftMaterial, GroundingEpisode } from './drift-material.ts';
import { driftRules, type ThoughtType } from './drift-rules.ts';

/** A model's proposal for a thought. */
export interface ProposedThought {
  readonly type: ThoughtType;
  readonly content: string;
}

/** Why a proposal is not kept. */
export type ThoughtRefusal = 'attributed' | 'echo' | 'form' | 'repeated' | 'ungrounded';

/** Words that thoughts are phrased with; the material need not contain them. */
const thinkingWords = new Set(
  (
    'also another because between both bring brings brought came come comes connect connected connection connects could does each else ' +
    'even ever first how if keep keeps kind lead leads less link linked links made make makes matter matters maybe mean means might more ' +
    'most much next not now often one other part perhaps possible possibly really reason related role same seem seems shape shapes share ' +
    'shares since something still time together too true turn turns up wonder wonders well what when where whether which while who why ' +
    'without work worth yet pattern theme may must no then too both again ' +
    'vielleicht hängt zusammen ob warum wieder miteinander peut-être pourquoi ensemble quizá quizás juntos forse insieme talvez juntos'
  ).split(' '),
);

/** Phrases that attribute words to somebody, which a thought must not. English and the other languages with cues. */
const attribution =
  /\b(?:you|the user|user|they|he|she|speaker|the person)(?:'ve| have| has| had)? (?:said|told|stated|mentioned|claimed|promised|confirmed|admitted|asked|wrote|explained)\b|\b(?:according to|as) (?:you|the user|him|her|them)\b|\b(?:you|user|person)'s (?:words|statement)\b|\b(?:du hast|sie haben|der nutzer hat) (?:\S+ ){0,4}(?:gesagt|erzählt|erwähnt|behauptet|versprochen)\b|\b(?:tu as|vous avez|l'utilisateur a) (?:dit|raconté|mentionné|promis)\b|\b(?:dijiste|mencionaste|contaste|prometiste|has dicho|hai detto|hai raccontato|disseste|você disse|l'utente ha detto|el usuario dijo)\b/iu;

/**
 * Decides whether a proposed thought is kept: it has the form of its type; its words occur in its concepts and its episode (other
 * numbers and names are invented); it mentions two of its concepts, or one and the episode; it repeats neither an earlier thought nor
 * the episode; and it attributes words to nobody.
 */
export function acceptThought(
  { content, type }: ProposedThought,
  material: DriftMaterial<ActivatedConcept, GroundingEpisode>,
  rules = driftRules,
): ThoughtRefusal | 'accepted' {
  const text = content.trim();
  if (text.length < rules.contentMin || text.length > rules.contentMax) return 'form';
  if ((type === 'question') !== text.endsWith('?')) return 'form';
  if (attribution.test(text)) return 'attributed';
  if (!isGrounded(text, material, rules.groundedMin)) return 'ungrounded';
  if (material.earlier.some((earlier) => sameWords(text, earlier, rules.repeatsFrom))) return 'repeated';
  const { gist, outcome, intent } = material.episode;
  if ([gist, outcome, intent].some((said) => sameWords(text, said, 0.9))) return 'echo';
  return 'accepted';
}

function isGrounded(
  text: string,
  { concepts, episode, links, seed }: DriftMaterial<ActivatedConcept, GroundingEpisode>,
  min: number,
): boolean {
  const all = [seed, ...concepts];
  const lived = [episode.gist, episode.intent, episode.outcome, ...episode.openLoops];
  const source = sourceWords([
    ...all.flatMap(({ definition, name }) => [name, definition]),
    ...links.map(({ type }) => type.replaceAll('-', ' ')),
    ...lived,
  ]);
  const own = withoutThinking(text);
  if (own === '' || supportOf(own, source) < min) return false;
  if (names(text).some((name) => supportOf(name, source) === 0)) return false;
  const said = sourceWords([text]);
  const touched = all.filter(({ name }) => supportOf(name, said) >= 0.5).length;
  return touched >= 2 || (touched === 1 && supportOf(own, sourceWords(lived)) > 0);
}

function withoutThinking(text: string): string {
  return text
    .split(/\s+/u)
    .filter((word) => !thinkingWords.has(word.toLowerCase().replace(/^\P{L}+|\P{L}+$/gu, '')))
    .join(' ');
}

/** Words that look like names: capitalised, but not at the beginning of a sentence. */
function names(text: string): string[] {
  return Array.from(text.matchAll(/(?<=[\p{Ll}\p{N},;'’)]\s)\p{Lu}[\p{L}\p{N}'’-]+/gu), ([name]) => name);
}
