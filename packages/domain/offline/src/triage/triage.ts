import type { TriagePromptInput } from '@salience/context';
import type { Triage } from '@salience/contracts';
import { type Claims, claimsOf, stemsIn } from './choice-claims.ts';
import { type Cue, cuesOf } from './message-cues.ts';

/** How much words in common count where a kind is known by its form as well. */
const matterBeside = 0.35;
/** A score that speaks clearly, and by how much it has to be ahead. */
const clearScore = 0.5;
const clearLead = 0.2;
/** The most that is claimed of what does not speak clearly, and of anything. */
const unsureMost = 0.55;
const sureMost = 0.9;
/** How fast a lead becomes certainty. */
const steepness = 4;

/**
 * The kind of a message without a language model: what its form shows (it asks, orders, tells, is sent in bulk) and the words that it
 * shares with a kind, held against what each kind says that it means. Where nothing speaks clearly, `confidence` stays below 0.6. That a
 * message names a kind shows no form, and a name of a form ("errand", "question") is no word of a matter: which one it names makes no
 * difference. Same input, same answer; the first kind where several score alike.
 */
export function triageOffline({ choices, message }: Pick<TriagePromptInput, 'choices' | 'message'>): Triage {
  const shown = scaled(cuesOf({ ...message, text: withoutNames(message.text, choices) }));
  const said = stemsIn(message.text);
  const claims = choices.map(claimsOf);
  const scores = claims.map((claim) => scoreOf(claim, { claims, said, shown }));
  const best = Math.max(...scores);
  const at = scores.indexOf(best);
  const second = Math.max(0, ...scores.filter((_, other) => other !== at));
  const odds = scores.map((score) => Math.exp(steepness * score));
  const share = (odds[at] ?? 0) / odds.reduce((sum, one) => sum + one, 0);
  const isClear = best >= clearScore && best - second >= clearLead;
  return {
    choice: choices[at]?.name ?? 'none',
    confidence: Math.round(100 * Math.min(share || 0, isClear ? sureMost : unsureMost)) / 100,
  };
}

/** A message without the names of the kinds. */
function withoutNames(text: string, choices: TriagePromptInput['choices']): string {
  const names = choices
    .map(({ name }) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .filter((name) => name !== '');
  return names.length === 0
    ? text
    : text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join('|')})(?![\\p{L}\\p{N}])`, 'giu'), ' ');
}

/** A message that shows much shows each of it less clearly; that it says when goes well with all. */
function scaled(shown: Readonly<Record<Cue, number>>): ReadonlyMap<Cue, number> {
  const entries = Object.entries(shown) as [Cue, number][];
  const length = Math.max(1, Math.hypot(...entries.map(([cue, value]) => (cue === 'dated' ? 0 : value))));
  return new Map(entries.map(([cue, value]) => [cue, value / length]));
}

interface Beside {
  readonly claims: readonly Claims[];
  readonly said: readonly string[];
  readonly shown: ReadonlyMap<Cue, number>;
}

function scoreOf({ form, matter }: Claims, { claims, said, shown }: Beside): number {
  const byForm = [...form].reduce((sum, [cue, weight]) => sum + weight * (shown.get(cue) ?? 0), 0);
  const hits = (stems: readonly string[]) =>
    stems.filter((stem) => isOwn(stem, claims) && said.some((word) => isSame(word, stem))).length;
  const byMatter = 1 - 0.5 ** (2 * hits(matter.name) + hits(matter.means));
  return Math.max(0, byForm) + (form.size === 0 ? 1 : matterBeside) * byMatter;
}

/** A word that two kinds have in common tells them not apart. */
function isOwn(stem: string, claims: readonly Claims[]): boolean {
  return (
    claims.filter(({ matter }) => [...matter.name, ...matter.means].some((other) => isSame(other, stem)))
      .length < 2
  );
}

/** Endings stand behind words in every language that is read. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 5 && long.length - short.length <= 3 && long.startsWith(short);
}
