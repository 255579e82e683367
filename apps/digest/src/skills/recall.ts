import { capText, localDay } from '@salience/language';
import { isTainted, lowestTrust, type Trust } from '@salience/contracts';
import { loadRun } from '@salience/database/acting';
import { findKept, type KeptItem } from '@salience/database/keeping';
import type { RecallHit } from '@salience/recall';
import { z } from 'zod';
import { defineSkill, lines, refused, type SkillAnswer, type SkillContext } from './skill.ts';

const hitChars = 600;
const replyChars = 300;
/** Maximum characters of a memory that is asked for by its id. */
const readChars = 4_000;
/** How a step of the run is named in a planner's transcript. */
const stepPattern = /^step_(\d{1,4})$/;

const schema = z.strictObject({
  query: z.string().trim().min(1).max(500).optional(),
  ids: z
    .array(z.string().min(1).max(80))
    .min(1)
    .max(5)
    .optional()
    .describe('Refs of items or steps, instead of a query.'),
  from: z.int().min(0).max(1_000_000).default(0).describe('Characters of a step to skip.'),
  limit: z.int().min(1).max(10).default(5),
});

/** Searches the whole memory, beyond what the turn's prompt has, and reads withheld texts. */
export const recall = defineSkill({
  name: 'recall',
  description:
    'Searches long-term memory for words; try others if nothing fits. With "ids" it reads items whole, also words from outside.',
  schema,
  tier: 'observe',
  cost: 1,
  idempotent: true,
  timeoutMs: 10_000,
  private: true,
  async run({ from, ids, limit, query }, context) {
    if (ids !== undefined) return read(ids, from, context);
    if (query !== undefined) return search(query, limit, context);
    throw refused('Send either "query" or "ids".');
  },
});

async function search(
  query: string,
  limit: number,
  { now, recall: memory, step: { turn }, trust }: SkillContext,
): Promise<SkillAnswer> {
  const { hits } = await memory.recall({
    agentId: turn.agent_id,
    text: query,
    limit,
    at: now,
    zone: turn.zone,
    exceptTurnId: turn.id,
  });
  if (hits.length === 0) return { text: 'Nothing in memory has these words.' };
  const isHidden = (level: Trust): boolean => isTainted(level) && lowestTrust([level, trust]) !== trust;
  const shown = hits.map((hit) => shownHit(hit, turn.zone, isHidden));
  return { text: lines(shown.map(({ text }) => text)), quotes: shown.flatMap(({ quotes }) => quotes) };
}

/** A hit in one line; text that would taint the run is replaced by a mark with its id. */
function shownHit(hit: RecallHit, zone: string, isHidden: (level: Trust) => boolean): Required<SkillAnswer> {
  const day = localDay(hit.at, zone);
  if (isHidden(hit.trust)) {
    return { text: `${day}: ${hit.id} (${hit.kind}, words from outside; read it with "ids")`, quotes: [] };
  }
  const who = hit.speaker ?? (hit.kind === 'exchange' ? 'user' : hit.kind);
  const said = `${day}, ${who}: ${capText(hit.text, hitChars)}${hit.marks.text}`;
  if (hit.reply === null) return { text: said, quotes: [hit.trust] };
  const replyTrust = hit.reply_trust ?? 'agent';
  if (isHidden(replyTrust)) {
    const text = `${said}\n  You answered from outside text; read ${hit.id} with "ids".`;
    return { text, quotes: [hit.trust] };
  }
  const text = `${said}\n  You answered: ${capText(hit.reply, replyChars)}${hit.marks.reply}`;
  return { text, quotes: [hit.trust, replyTrust] };
}

async function read(ids: readonly string[], from: number, context: SkillContext): Promise<SkillAnswer> {
  const { db, step } = context;
  const { agent_id: agentId, zone } = step.turn;
  const kept = ids.filter((id) => !stepPattern.test(id));
  const found = await Promise.all(kept.map((id) => findKept(db, agentId, id)));
  const items = found.filter((item) => item !== undefined);
  const results = kept.length === ids.length ? [] : await readSteps(ids, from, context);
  if (items.length + results.length === 0) {
    throw refused(`No memory has any of these ids: ${ids.join(', ')}.`);
  }
  return {
    text: lines([...items.map((item) => itemText(item, zone)), ...results.map(({ text }) => text)]),
    quotes: [...items.flatMap(trustsOf), ...results.map(({ trust }) => trust)],
  };
}

/** The results of steps of this run, as they were stored, a part at a time. */
async function readSteps(ids: readonly string[], from: number, { db, runId, step }: SkillContext) {
  const steps = await loadRun(db, step.turn.agent_id, runId);
  return ids.flatMap((id) => {
    const n = stepPattern.exec(id)?.[1];
    const found = steps.find((one) => one.kind === 'action' && one.n === Number(n));
    const result = found?.result ?? null;
    if (n === undefined || found === undefined || result === null) return [];
    const part = result.text.slice(from, from + readChars).toWellFormed();
    const left = result.text.length - from - part.length;
    const more = left > 0 ? `\n[${left} characters follow; send "from": ${from + part.length}]` : '';
    const about = `step_${n} (${found.call?.tool ?? ''}, ${found.state})`;
    return [{ text: `${about}: ${part}${more}`, trust: result.trust }];
  });
}

function itemText(item: KeptItem, zone: string): string {
  const { at, id, kind, text } = item;
  const reply = item['reply'];
  const said = `${id} (${kind}, ${localDay(at, zone)}): ${capText(text, readChars)}`;
  return typeof reply === 'string' ? `${said}\n  You answered: ${capText(reply, readChars)}` : said;
}

/** A summary has no trust of its own, so it counts as external. */
function trustsOf(item: KeptItem): Trust[] {
  if (item.kind === 'autobiography') return ['external'];
  const reply = item['reply_trust'] as Trust | null | undefined;
  return reply ? [item.trust, reply] : [item.trust];
}
