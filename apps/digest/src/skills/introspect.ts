import { localTime } from '@salience/language';
import type { Trust } from '@salience/contracts';
import { listApprovals, loadToolProfiles } from '@salience/database/acting';
import { loadTopicTrust } from '@salience/database/recall';
import { listSchedules } from '@salience/database/skills';
import { countWorld } from '@salience/memory';
import { contextWarmth } from '@salience/router';
import { generalTopicName } from '@salience/topics';
import { z } from 'zod';
import { describeToolProfile } from '../act/tool-profiles.ts';
import { defineSkill, lines, type SkillContext, type SkillTurn } from './skill.ts';

const itemsMax = 10;
const dayMs = 86_400_000;

/** Reports the agent's own state from the rows, not from what a model believes. */
export const introspect = defineSkill({
  name: 'introspect',
  description:
    'Tells your own state: topic, latest decisions, how your tools did, open requests and reminders.',
  schema: z.strictObject({}),
  tier: 'observe',
  cost: 0.5,
  idempotent: true,
  timeoutMs: 10_000,
  private: true,
  async run(_args, context) {
    const { db, now, recall, step } = context;
    const { agent_id: agentId, zone } = step.turn;
    const [approvals, schedules, profiles, { world }, named] = await Promise.all([
      listApprovals(db, agentId, { limit: itemsMax, state: 'pending' }),
      listSchedules(db, agentId, itemsMax, { states: ['active'] }),
      loadToolProfiles(db, agentId),
      recall.recall({ agentId, text: '', limit: 0, at: now, worldOf: step.turn.thread_id }),
      topicTrust(context),
    ]);
    const served = profiles.map((profile) => `${profile.tool}: ${describeToolProfile(profile, now)}`);
    const asked = approvals.map(({ tool, expiresAt }) => `${tool}, open until ${localTime(expiresAt, zone)}`);
    const due = schedules.map(({ dueAt, text }) => `${localTime(dueAt.toISOString(), zone)}: ${text}`);
    return {
      text: [
        ...threadState(context, countWorld(world, now)),
        ...section('How tools did in the last 30 days', toolLines(step)),
        ...section('What they served', served),
        ...section('How actions ended in the last 7 days', outcomeLines(step)),
        ...section('Waiting for approval', asked),
        ...section('Reminders that wait', due),
      ].join('\n'),
      quotes: [
        ...named,
        ...schedules.map(({ trust }) => trust),
        ...(step.snapshot.focus === null ? [] : [step.snapshot.focus.trust]),
        ...profiles.flatMap(({ scenarios }) => scenarios.map(({ trust }) => trust)),
      ],
    };
  },
});

/** A topic is named by words of its first message; the general topic has a fixed name. */
async function topicTrust({ db, step: { snapshot, turn } }: SkillContext): Promise<Trust[]> {
  const { thread, topicName } = snapshot;
  if (topicName === null || topicName === generalTopicName || thread.topic_id === null) return [];
  return [(await loadTopicTrust(db, turn.agent_id, thread.topic_id)) ?? 'external'];
}

function threadState({ now, step: { snapshot, turn } }: SkillContext, worldItems: number): string[] {
  const recent = snapshot.history.filter((past) => now.getTime() - Date.parse(past.said_at) < dayMs);
  const warmth = contextWarmth({
    workingMemoryTurns: recent.length,
    gistCount: snapshot.gists.length,
    worldItems,
  });
  const decisions = snapshot.history.slice(-5).map(({ mode }) => mode);
  const waitedMs = Math.max(0, now.getTime() - Date.parse(turn.accepted_at));
  return [
    `Time: ${localTime(now.toISOString(), turn.zone)}.`,
    `Context warmth: ${warmth.toFixed(2)} of 1.`,
    `Topic: ${snapshot.topicName ?? 'none yet'} (confidence ${snapshot.thread.confidence.toFixed(2)}).`,
    `Focus: ${snapshot.focus?.text ?? 'none'}.`,
    `Latest decisions in this thread: ${decisions.length > 0 ? decisions.join(', ') : 'none yet'}.`,
    `This message was accepted ${waitedMs} ms ago and is tried for the ${turn.attempts}. time.`,
  ];
}

function toolLines({ snapshot }: SkillTurn): string[] {
  return Object.entries(snapshot.toolRecord)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([tool, { failures, successes }]) => `${tool}: ${successes} good, ${failures} not`);
}

/** Without text, which may be external; an action's code suffices. */
function outcomeLines({ snapshot }: SkillTurn): string[] {
  return snapshot.outcomes.slice(0, itemsMax).map(({ code, count, tool }) => `${tool}: ${code} ${count}`);
}

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [`${title}: none.`] : [`${title}:`, lines(items)];
}
