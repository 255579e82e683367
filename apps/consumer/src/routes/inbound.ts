import {
  type EndedSenderSession,
  endedSenderSessionSchema,
  idSchema,
  inboundQuerySchema,
  inboundViewSchema,
  type LetterView,
  letterViewSchema,
  type MailboxView,
  mailboxViewSchema,
  pageSchema,
  type SenderSessionView,
  senderSessionViewSchema,
} from '@salience/contracts';
import {
  listInbound,
  listMailboxes,
  listSenderSessions,
  type MailboxRow,
  revokeSenderSession,
  type SenderSessionRow,
} from '@salience/database/inlets';
import { type LetterRow, listLetters } from '@salience/database/tasks';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';
import { inboundView } from '../turns/inbound-view.ts';

const tag = 'Turns';
const lettersMax = 100;

/** GET /inbound: latest first. */
export const getInbound = callerRoute({
  method: 'GET',
  path: '/inbound',
  needs: 'person',
  does: 'What came in through mailboxes and hooks, latest first, with what was decided about it and why',
  tag,
  query: inboundQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(inboundViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const { authorisation, cursor, limit, source } = query;
    const after = decodeCursor(cursor, timePlace);
    const page = { limit: limit + 1, after, authorisation, source };
    const rows = await listInbound(context.db, caller.agent.id, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.receivedAt, id: last.id });
    response.json({ items: items.map(inboundView), next });
  },
});

/** GET /senders/sessions: those that are open, latest first. */
export const getSenderSessions = callerRoute({
  method: 'GET',
  path: '/senders/sessions',
  needs: 'person',
  does: 'Senders whom a person lets in for now',
  tag,
  answers: { 200: { is: 'All of them that are open.', json: pageSchema(senderSessionViewSchema) } },
  handle: async (context, { caller, response }) => {
    const rows = await listSenderSessions(context.db, caller.agent.id, await context.clock.now());
    response.json({ items: rows.map(sessionView), next: null });
  },
});

/** DELETE /senders/sessions/:session: what the sender sends from now on is judged as before. */
export const deleteSenderSession = callerRoute({
  method: 'DELETE',
  path: '/senders/sessions/:session',
  needs: 'person',
  does: 'End the session of a sender',
  tag,
  params: { session: idSchema('senderSession') },
  answers: { 200: { is: 'It is over.', json: endedSenderSessionSchema } },
  problems: { 404: ['session.unknown'] },
  handle: async (context, { caller, params: { session }, response }) => {
    const now = await context.clock.now();
    if (!(await revokeSenderSession(context.db, caller.agent.id, session, now)))
      throw httpProblem(
        404,
        'session.unknown',
        'This agent has no open session with this id. GET /senders/sessions lists them.',
      );
    const view: EndedSenderSession = { session_id: session, ended: true };
    response.json(view);
  },
});

/** GET /mailboxes: by name. */
export const getMailboxes = callerRoute({
  method: 'GET',
  path: '/mailboxes',
  needs: 'person',
  does: 'Mailboxes that are read for the agent, and how that goes',
  tag,
  answers: { 200: { is: 'All that were read so far.', json: pageSchema(mailboxViewSchema) } },
  handle: async (context, { caller, response }) => {
    const rows = await listMailboxes(context.db, caller.agent.id);
    response.json({ items: rows.map(mailboxView), next: null });
  },
});

/** GET /letters: latest first. */
export const getLetters = callerRoute({
  method: 'GET',
  path: '/letters',
  needs: 'person',
  does: 'Mails that the agent wrote, latest first: drafts, and those that left after a yes',
  tag,
  answers: { 200: { is: `The latest ${lettersMax}.`, json: pageSchema(letterViewSchema) } },
  handle: async (context, { caller, response }) => {
    const rows = await listLetters(context.db, caller.agent.id, lettersMax);
    response.json({ items: rows.map(letterView), next: null });
  },
});

function sessionView(row: SenderSessionRow): SenderSessionView {
  return {
    session_id: row.id,
    source: row.source,
    sender: row.sender,
    approval_id: row.approvalId,
    opened_by: row.openedBy,
    created_at: row.createdAt.toISOString(),
    until: row.until.toISOString(),
  };
}

function mailboxView(row: MailboxRow): MailboxView {
  return {
    name: row.name,
    last_uid: row.lastUid,
    seen_at: row.seenAt?.toISOString() ?? null,
    error: row.error,
    failures: row.failures,
    retry_at: row.retryAt?.toISOString() ?? null,
  };
}

function letterView(row: LetterRow): LetterView {
  return {
    letter_id: row.id,
    kind: row.kind,
    to: row.recipient,
    subject: row.subject,
    state: row.state,
    attempts: row.attempts,
    error: row.error,
    mailbox: row.mailbox,
    inbound_id: row.inboundId,
    turn_id: row.turnId,
    created_at: row.createdAt.toISOString(),
    next_at: row.state === 'pending' ? row.nextAt.toISOString() : null,
    settled_at: row.settledAt?.toISOString() ?? null,
  };
}
