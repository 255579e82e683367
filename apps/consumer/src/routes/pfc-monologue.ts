import {
  newThoughtSchema,
  ofChannelQuerySchema,
  pfcStatsSchema,
  synthesisViewSchema,
  synthesizeRequestSchema,
  thoughtsClearedSchema,
  thoughtsQuerySchema,
  thoughtTakenSchema,
  thoughtViewSchema,
} from '@salience/contracts';
import { newId } from '@salience/database';
import { clearThoughts, listThoughts, pfcStats, takeSynthesis, writeThought } from '@salience/database/pfc';
import { handRules } from '@salience/intake';
import { classifyThought, synthesize } from '@salience/pfc';
import { z } from 'zod';
import { defined } from '../http/defined.ts';
import { callerRoute, type Route } from '../http/route.ts';
import { handView, thoughtView } from '../pfc/pfc-views.ts';
import { changeable, counted, trustOf } from '../pfc/standing.ts';

const pfc = { needs: 'machine', tag: 'PFC', dialect: 'pfc' } as const;

/** POST /internal. */
export const postThought = callerRoute({
  ...pfc,
  method: 'POST',
  path: '/internal',
  does: 'Write a thought to the monologue',
  more: 'Without "thought_type" it is read from the content. The same trigger_message_id of a channel once more changes nothing and gives the thought that is there, with 200. Any type but "background" may raise the hand of the channel.',
  body: newThoughtSchema,
  answers: {
    200: { is: 'This message was thought about before.', json: thoughtTakenSchema },
    201: { is: 'The thought.', json: thoughtTakenSchema },
  },
  handle: async (context, { body, caller, response }) => {
    const agentId = caller.agent.id;
    const { channel, content } = body;
    const [now, mind] = await Promise.all([context.clock.now(), context.minds.of(agentId)]);
    const { rule, type } =
      typeof body.thought_type === 'string'
        ? { type: body.thought_type, rule: 'given' }
        : classifyThought(content, mind.classifier);
    const trust = trustOf(caller);
    const focus = type === 'background' ? 'background' : 'full';
    const { created, hand, row } = await writeThought(context.db, {
      agentId,
      channel,
      type,
      rule,
      content,
      triggerMessageId: body.trigger_message_id,
      triggerAuthor: body.trigger_author,
      triggerContent: body.trigger_content,
      trust,
      now,
      ...(channel === null
        ? {}
        : { hand: handRules(mind, { content, mentioned: false }, { type, focus, trust }) }),
    });
    const told = { ...thoughtView(row), hand: hand === null ? null : handView(hand) };
    response.status(created ? 201 : 200).json(told);
  },
});

/** GET /internal. */
export const getThoughts = callerRoute({
  ...pfc,
  method: 'GET',
  path: '/internal',
  does: 'Buffered thoughts, the newest first',
  query: thoughtsQuerySchema,
  answers: { 200: { is: 'The thoughts.', json: z.array(thoughtViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const { channel, limit, since, type } = query;
    const wanted = {
      ...defined({ channel, type }),
      ...(since === undefined ? {} : { since: new Date(since) }),
    };
    const thoughts = await listThoughts(context.db, caller.agent.id, { ...wanted, limit });
    response.json(thoughts.map(thoughtView));
  },
});

/** POST /internal/synthesize. */
export const postSynthesize = callerRoute({
  ...pfc,
  method: 'POST',
  path: '/internal/synthesize',
  does: 'Put the buffered thoughts of a channel together, by type and in the order of time',
  more: 'With "clear" what is returned is in the buffer no longer, and the hand is down; with "thought_ids" only these are returned. Of two that clear at once one gets the thoughts and the other none. With a key, thoughts that came without one are left out; without a key, "clear" takes those alone.',
  body: synthesizeRequestSchema,
  answers: { 200: { is: 'The synthesis; of an unknown channel an empty one.', json: synthesisViewSchema } },
  handle: async (context, { body: { channel, clear, thought_ids: ids }, caller, response }) => {
    const agentId = caller.agent.id;
    const [now, { config }] = await Promise.all([context.clock.now(), context.minds.of(agentId)]);
    const { style } = config.synthesis;
    const maxThoughts = ids?.length ?? config.synthesis.maxThoughts;
    const { thoughts, totalBuffered } = await takeSynthesis(context.db, {
      agentId,
      channel,
      max: maxThoughts,
      clear,
      ...defined({ ids }),
      now,
      synthesisId: newId('synthesis', now.getTime()),
      ...counted(caller),
      ...(clear ? changeable(caller) : {}),
    });
    const made = synthesize(thoughts.map(thoughtView), { style, maxThoughts, clear, total: totalBuffered });
    // What was not returned is still there.
    response.json({ ...made, dropped: 0 });
  },
});

/** POST /synthesize: another name of the same. */
export const postSynthesizeAlias: Route = { ...postSynthesize, path: '/synthesize' };

/** DELETE /internal. */
export const deleteThoughts = callerRoute({
  ...pfc,
  method: 'DELETE',
  path: '/internal',
  does: 'Empty the monologue of a channel, or of every channel of the agent',
  more: 'Without a key only thoughts that came without one are there to be cleared.',
  query: ofChannelQuerySchema,
  answers: { 200: { is: 'How many there were.', json: thoughtsClearedSchema } },
  handle: async (context, { caller, query, response }) => {
    const { channel = null } = query;
    const now = await context.clock.now();
    const wish = { agentId: caller.agent.id, channel, now, ...changeable(caller) };
    response.json({ deleted: await clearThoughts(context.db, wish), channel });
  },
});

/** GET /stats. */
export const getStats = callerRoute({
  ...pfc,
  method: 'GET',
  path: '/stats',
  does: 'Numbers of goals, actions and buffered thoughts that count for the caller',
  answers: { 200: { is: 'The numbers.', json: pfcStatsSchema } },
  handle: async (context, { caller, response }) => {
    const now = await context.clock.now();
    const stats = await pfcStats(context.db, caller.agent.id, { now, ...counted(caller) });
    response.json({
      active_goals: stats.activeGoals,
      total_actions: stats.totalActions,
      last_24h: stats.last24h,
      buffered_thoughts: stats.bufferedThoughts,
      thoughts_by_channel: stats.thoughtsByChannel,
    });
  },
});
