import {
  type ActionClass,
  type ActionPath,
  type ActionRuling,
  type Authorisation,
  type ConsequenceTier,
  consequenceTiers,
  type GateLevel,
  isPersons,
  isTainted,
  type SeenElement,
  type Trust,
} from '@salience/contracts';

/** All that decides whether an action runs. */
export interface RulingInput {
  readonly gate: { readonly level: GateLevel; readonly reasons: readonly string[] };
  /** The call's own tier. */
  readonly tier: ConsequenceTier;
  /** Shrunk success rate of this kind of action, 0..1; what is no number counts as 0. */
  readonly confidence: number;
  /** The least trusted element of all that had a say in the call: message, prompts of the planner, results. */
  readonly least: SeenElement;
  /** What of the agent's own memory or of private data had a say; null for none. */
  readonly own: string | null;
  /** Why the call reaches somebody outside, see `outsideOf`; null where it does not. */
  readonly outside: string | null;
  /** True when no person began the turn. */
  readonly selfStarted: boolean;
  /** Of a call that has the agent act later, by itself: how far the message that asks for it is trusted. Null for any other. */
  readonly later: Trust | null;
  /** The kind of call that the confidence is of; kept with the ruling. */
  readonly kind: string;
  /** Of a run that belongs to a task: the class of the call, and what the task's grant says of it. It only takes away. Default: none. */
  readonly grant?: { readonly class: ActionClass; readonly says: Authorisation } | undefined;
}

/** Confidence from which an action of a tier runs unasked when the gate is safe; null: always asked. */
const runsFrom: Readonly<Record<ConsequenceTier, number | null>> = {
  observe: 0,
  organise: 0.5,
  act: 0.75,
  commit: null,
};

/**
 * The one table that decides before every action: gate, tier and confidence give run, ask or refuse. Tainted and
 * self-started turns count one tier higher, once. Of text that is not trusted, private data and an effect outside at most two go
 * together unasked (the Rule of Two). What the agent is to do later is asked for unless only the person's own words say so. A block is
 * refused whatever else holds.
 */
export function ruleAction(input: RulingInput): ActionRuling {
  const confidence = Number.isFinite(input.confidence) ? Math.min(1, Math.max(0, input.confidence)) : 0;
  const { least, own, outside } = input;
  const tainted = isTainted(least.trust);
  const raised = tainted || input.selfStarted;
  const effectiveTier = raised ? oneHigher(input.tier) : input.tier;
  const decided =
    asksForLater(input) && input.gate.level === 'safe'
      ? asked
      : decide(input.gate.level, effectiveTier, confidence);
  const allThree = tainted && own !== null && outside !== null;
  const untied =
    allThree && decided.path === 'run' ? { path: 'ask' as const, reason: allThreeReason } : decided;
  const { path, reason } = withinGrant(untied, input.grant);
  const because =
    raised && effectiveTier !== input.tier
      ? ` (${input.tier} counts one tier higher: ${tainted ? taintReason[least.trust === 'external' ? 'external' : 'unverified'] : 'no person began this'})`
      : '';
  return {
    path,
    reason: `${reason}${because}`,
    gate: { level: input.gate.level, reasons: [...input.gate.reasons] },
    tier: input.tier,
    effectiveTier,
    confidence,
    least,
    two: { untrusted: tainted ? `${least.section} ${least.id}` : null, private: own, outside },
    tainted,
    kind: input.kind,
    ...(input.grant === undefined ? {} : { grant: input.grant }),
  };
}

/** What the grant of a task leaves of a ruling: it refuses, or asks for what would have run. */
function withinGrant(
  decided: { readonly path: ActionPath; readonly reason: string },
  grant: RulingInput['grant'],
): { readonly path: ActionPath; readonly reason: string } {
  if (grant?.says === 'reject') return { path: 'refuse', reason: `its task may not do this: ${grant.class}` };
  if (grant?.says !== 'review' || decided.path !== 'run') return decided;
  return { path: 'ask', reason: `its task needs a yes for this: ${grant.class}` };
}

/** True if a call would have the agent act later by itself, and not only the person's own words say so. */
export function asksForLater({ later, least }: Pick<RulingInput, 'later' | 'least'>): boolean {
  return later !== null && (isTainted(least.trust) || !isPersons(later));
}

/** The ruling on what others than the person would have the agent do later. */
const asked = {
  path: 'ask',
  reason: 'what I am to do later needs a yes where the words are not those of my person',
} as const;
const allThreeReason =
  'untrusted text, private data and an outside effect may be combined only with approval';
const taintReason = {
  external: 'text from outside',
  unverified: 'text of an unknown speaker',
} as const;

function decide(
  level: GateLevel,
  tier: ConsequenceTier,
  confidence: number,
): { path: ActionPath; reason: string } {
  if (level === 'block') return { path: 'refuse', reason: 'the gate blocks it' };
  if (level === 'confirm') return { path: 'ask', reason: 'the gate wants it confirmed' };
  const needed = runsFrom[tier];
  if (needed === null) return { path: 'ask', reason: `${tier} is always asked for` };
  if (needed === 0) return { path: 'run', reason: `${tier} only reads` };
  const figures = `confidence ${confidence.toFixed(2)}, ${needed.toFixed(2)} needed for ${tier}`;
  return confidence >= needed ? { path: 'run', reason: figures } : { path: 'ask', reason: figures };
}

function oneHigher(tier: ConsequenceTier): ConsequenceTier {
  return (
    consequenceTiers[Math.min(consequenceTiers.indexOf(tier) + 1, consequenceTiers.length - 1)] ?? 'commit'
  );
}
