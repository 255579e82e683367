import type { AgentId } from '@salience/contracts';
import { plantEnded, plantLived, plantsIn, type TestDatabase } from '@salience/testing';

/** Texts that a format of lines, tabs and backslashes could stumble over. */
const awkward = [
  'a\tb\nc\rd\\e\\N',
  '\\.',
  '\n\\.\n',
  '',
  'Ana’s 🏖 ﷽ \u0001\u007f\u2028',
  `${'x'.repeat(70_000)}\n\\.\n${'ü'.repeat(40_000)}`,
];

/** Plants what months of use leave: talk, memory of it, actions, keys, large and odd values in every kind of column. */
export async function liveIn(database: TestDatabase, at: Date): Promise<AgentId> {
  const plants = await plantsIn(database, at);
  const { agentId } = plants;
  const said = await plantLived(database, {
    agentId,
    talk: awkward.map((text) => text || 'nothing'),
    names: ['Ana\\N', 'Porto\t', 'sea'],
    openLoops: ['call \\. Ana'],
    at,
  });
  const later = await plantLived(database, {
    agentId,
    talk: ['Ana lives in Lisbon.'],
    names: ['Lisbon'],
    at,
  });
  await plantEnded(database, {
    agentId,
    key: 'home of Ana',
    value: 'Porto',
    now: 'Lisbon',
    saidIn: said,
    endedIn: later,
    at,
    endedAt: new Date(at.getTime() + 1),
  });
  const thread = await plants.thread({ session: { open: { '\\.': [null, 0.1, 1e-300] } } });
  const exchange = await plants.exchange(thread, 1, { message: 'Hello', reply: null });
  const rows: readonly (readonly [string, readonly unknown[]])[] = [
    [
      `insert into salience.memory_codes (agent_id, item_id, kind, model_id, code)
       values ($1, $2, 'exchange', 'm', decode(repeat('00ff5c2e0a', 300000), 'hex')), ($1, 'none', 'gist', 'm', '')`,
      [agentId, exchange],
    ],
    [
      `insert into salience.topics (id, agent_id, name, model_id, salience, created_at, trust)
       values ('t', $1, $2, 'm', 0.1, $3, 'user')`,
      [agentId, awkward[0], at],
    ],
    [
      `update salience.threads set recent_confidences = '{NaN,-0,1e-45,0.1,3.4028235e38,-Infinity}' where id = $1`,
      [thread],
    ],
    [
      `update salience.turn_ends set topic_id = 't', vector = '\\x0001ff', code_model_id = 'm' where exchange_id = $1`,
      [exchange],
    ],
    [
      `update salience.turn_ends set policy_name = 'shipped', policy_version = 1, decision = $2 where exchange_id = $1`,
      [exchange, Buffer.from([1, 0, 255, 128])],
    ],
    [
      `insert into salience.workspace_files (agent_id, path, content, trust, source) values ($1, 'people/ana.md', $2, 'user', 'test')`,
      [agentId, awkward[5]],
    ],
    [
      `insert into salience.api_keys (id, agent_id, label, hash, hint) values ('k', $1, 'phone', 'hash', 'sk_1')`,
      [agentId],
    ],
    [
      `insert into salience.tombstones (agent_id, item_id, kind, reason, request_id, forgotten_at, forgotten_by)
       values ($1, 'gone', 'fact', 'wish', 'r', $2, 'local')`,
      [agentId, at],
    ],
    [
      `insert into salience.memory_leases (agent_id, kind, fence, attempt, most, unkept) values ($1, 'chunk', 7, '{"pieces": 2}', 1, '{5,6}')`,
      [agentId],
    ],
    [
      `insert into salience.memory_proposals (thread_id, first_seq, last_seq, agent_id, model, body) values ($1, 1, 1, $2, 'm', $3)`,
      [thread, agentId, JSON.stringify({ episode: null, concepts: [], relations: [] })],
    ],
    [
      `insert into salience.memory_retries (id, agent_id, kind, thread_id, first_seq, last_seq, tries, error, created_at)
       values ('mrt', $1, 'chunk', $2, 1, 1, 3, $3, $4)`,
      [agentId, thread, awkward[0], at],
    ],
    [
      `insert into salience.hooks (id, agent_id, name, secret, old_secret, old_secret_until, ceiling, action_class, plan, per_minute, created_at)
       values ('h', $1, 'shop', $2, '\\N', $3, 'external_verified', 'read_public', '{"steps": [null, "\\\\."]}', 60, $3)`,
      [agentId, awkward[0], at],
    ],
    // One that nobody has read yet: where reading goes on is settled by a restore.
    [`insert into salience.mailboxes (agent_id, name, fence) values ($1, 'in\\.box', 3)`, [agentId]],
    [
      `insert into salience.tasks (id, agent_id, source, inbound_id, title, text, from_name, trust, authority, action_class, granted, plan, state,
         reason, run_at, result, created_at, ended_at)
       values ('tsk', $1, 'mail', 'inb', $2, $3, 'Ana\\N', 'external', 'external_verified', 'write_local', '{"allowed": []}', '{"steps": []}',
         'completed', null, $4, $3, $4, $4)`,
      [agentId, awkward[0], awkward[5], at],
    ],
    [
      `insert into salience.task_steps (task_id, n, agent_id, name, kind, state, result, started_at, ended_at)
       values ('tsk', 0, $1, 'triage', 'triage', 'done', $2, $3, $3)`,
      [agentId, awkward[4], at],
    ],
    [
      `insert into salience.inbound (id, agent_id, source, external_id, replay_key, content_hash, sender, subject, evidence, authority, action_class,
         authorisation, reason, task_id, message_id, received_at)
       values ('inb', $1, 'mail:in\\.box', '1:1', 'ana@x\t<\\N>', 'hash', 'ana@x', $2, $3, 'external_verified', 'write_local', 'allow', 'verified', 'tsk',
         '<\\.>', $4)`,
      [agentId, awkward[2], JSON.stringify({ kind: 'mail', name: awkward[4] }), at],
    ],
    [
      `insert into salience.sender_sessions (id, agent_id, source, sender, approval_id, opened_by, created_at, until)
       values ('ses', $1, 'mail:in\\.box', 'ana@x', 'apr', 'chat', $2, $2)`,
      [agentId, at],
    ],
    [
      `insert into salience.letters (id, agent_id, kind, mailbox, recipient, subject, body, in_reply_to, state, next_at, turn_id, idempotency_key,
         created_at, settled_at)
       values ('ltr', $1, 'draft', 'in\\.box', 'ana@x', $2, $3, '<\\.>', 'done', $4, 'turn', 'act:1', $4, $4)`,
      [agentId, awkward[0], awkward[5], at],
    ],
    ["select setval('salience.lane_fence', 4711)", []],
  ];
  for (const [text, values] of rows) await database.admin(text, values);
  return agentId;
}
