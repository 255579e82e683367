import { type DriftPromptInput, estimateTokens, renderDriftPrompt } from '@salience/context';
import type { AgentId, Id, ThoughtProposal } from '@salience/contracts';
import { newId } from '@salience/database';
import { beginDriftRun, type NewThought } from '@salience/database/drift';
import { acceptThought, driftRules, type ThoughtRefusal } from '@salience/memory';
import { askRole } from '@salience/runtime';
import type { DriftDeps } from './drift-deps.ts';
import type { Inspiration } from './drift-material.ts';

/** Tokens reserved for an answer. */
const answerTokens = 400;

/** The result of a model call. */
export type Asked =
  | { readonly kind: 'thought'; readonly tokens: number; readonly thought: NewThought }
  | { readonly kind: 'refused'; readonly tokens: number; readonly reason: ThoughtRefusal };

/** The lease of an agent during its run. */
export interface AgentLease {
  readonly agentId: AgentId;
  readonly fence: number;
}

/** A run that is stored before its model call. */
export interface OpenRun {
  readonly id: Id<'driftRun'>;
  readonly input: DriftPromptInput;
  /** Its reserved tokens. */
  readonly reserved: number;
}

/** Reserves the tokens of a model call; undefined if the lease was lost. */
export async function openRun(
  { db }: Pick<DriftDeps, 'db'>,
  held: AgentLease,
  { material, seed, zone }: Inspiration,
  now: Date,
): Promise<OpenRun | undefined> {
  const input = {
    now: now.toISOString(),
    zone,
    concepts: [material.seed, ...material.concepts],
    links: material.links,
    episode: { ...material.episode, at: material.episode.endedAt },
    earlier: material.earlier,
  };
  const prompt = renderDriftPrompt(input);
  const text = prompt.system + prompt.messages.map(({ content }) => content).join('');
  const reserved = estimateTokens(text) + answerTokens;
  const id = newId('driftRun', now.getTime());
  const run = { ...held, id, strategy: seed.strategy, seedId: seed.concept.id, tokens: reserved, now };
  return (await beginDriftRun(db, run)) ? { id, input, reserved } : undefined;
}

/** Asks the model of the role for a thought and judges what it proposes. Rejects as the model call does. */
export async function askForThought(
  deps: DriftDeps,
  agentId: AgentId,
  inspiration: Inspiration,
  { input, reserved }: OpenRun,
  signal: AbortSignal,
): Promise<Asked> {
  const { material } = inspiration;
  const { threadId } = material.episode;
  const reply = await askRole(deps, 'drift', input, { agentId, threadId, signal });
  const { inputTokens, outputTokens } = reply.usage;
  // If the provider reports no tokens, the reserved number counts, for the offline responder too.
  const counted = inputTokens === null || outputTokens === null ? 0 : inputTokens + outputTokens;
  const tokens = counted === 0 ? reserved : counted;
  const verdict = acceptThought(reply.object, material);
  if (verdict !== 'accepted') return { kind: 'refused', tokens, reason: verdict };
  const facts = { tokens, model: reply.model, now: await deps.clock.now() };
  return { kind: 'thought', tokens, thought: await thoughtOf(deps, inspiration, reply.object, facts) };
}

async function thoughtOf(
  { codeOf }: Pick<DriftDeps, 'codeOf'>,
  { material, seed }: Inspiration,
  { content, type }: ThoughtProposal,
  { model, now, tokens }: { readonly model: string; readonly now: Date; readonly tokens: number },
): Promise<NewThought> {
  const { concepts, energy, episode, trust } = material;
  const text = content.trim();
  return {
    id: newId('thought', now.getTime()),
    type,
    content: text,
    seedId: seed.concept.id,
    strategy: seed.strategy,
    energy,
    episodeId: episode.id,
    threadId: episode.threadId,
    trust,
    model,
    tokens,
    fatigue: driftRules.fatigueOf[type],
    expiresAt: new Date(now.getTime() + driftRules.lifeMs),
    concepts: [material.seed, ...concepts].map(({ energy: own, id }) => ({ id, energy: own })),
    reinforce: seed.strategy === 'decaying' ? driftRules.reinforcement : null,
    ...(await codeOf(text)),
  };
}
