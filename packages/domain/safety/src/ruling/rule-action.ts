import {
  type ActionPath,
  type ActionRuling,
  type ConsequenceTier,
  consequenceTiers,
  type GateLevel,
} from '@salience/contracts';

/** All that decides whether an action runs. */
export interface RulingInput {
  readonly gate: { readonly level: GateLevel; readonly reasons: readonly string[] };
  /** The tool's own tier. */
  readonly tier: ConsequenceTier;
  /** Shrunk success rate of this kind of action, 0..1; what is no number counts as 0. */
  readonly confidence: number;
  /** True when text from outside (mail, web, tool output) is in what the turn builds on. */
  readonly tainted: boolean;
  /** True when no person began the turn. */
  readonly selfStarted: boolean;
  /** The kind of call that the confidence is of; kept with the ruling. */
  readonly kind: string;
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
 * self-started turns count one tier higher, once. A block is refused whatever else holds.
 */
export function ruleAction(input: RulingInput): ActionRuling {
  const confidence = Number.isFinite(input.confidence) ? Math.min(1, Math.max(0, input.confidence)) : 0;
  const raised = input.tainted || input.selfStarted;
  const effectiveTier = raised ? oneHigher(input.tier) : input.tier;
  const { path, reason } = decide(input.gate.level, effectiveTier, confidence);
  const because =
    raised && effectiveTier !== input.tier
      ? ` (${input.tier} counts one tier higher: ${input.tainted ? 'text from outside' : 'no person began this'})`
      : '';
  return {
    path,
    reason: `${reason}${because}`,
    gate: { level: input.gate.level, reasons: [...input.gate.reasons] },
    tier: input.tier,
    effectiveTier,
    confidence,
    tainted: input.tainted,
    kind: input.kind,
  };
}

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
