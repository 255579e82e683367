import { type Conversation, type LeftOut, leave, type Message } from './conversation.ts';
import type { Format, Unit } from './format.ts';
import { lasting } from './lasting.ts';
import {
  boundIn,
  cleaned,
  earliest,
  type Fields,
  isFields,
  listIn,
  nameIn,
  objectsIn,
  own,
  textIn,
  timeIn,
  unreadable,
} from './values.ts';

/**
 * What the API of Zep answers, as it was saved: threads or sessions with `messages` (help.getzep.com: thread/get-messages-of-a-thread, v2
 * sessions with `role_type`) and facts, which are edges of a graph with `valid_at` and `invalid_at` (graph/edge/get-edge). Zep has no
 * file of its own for exports: one answer, a list of answers, or one a line. An answer with messages does not name its thread; put
 * `thread_id` beside them, else the first message does.
 */
export const zep: Format = {
  recognises: (element) => isFact(element) || lists.some((list) => Array.isArray(own(element, list))),
  units: (element) => [
    ...(isFact(element) ? [factUnit(element, {})] : []),
    ...(own(element, 'messages') === undefined ? [] : [threadUnit(element)]),
    ...['edges', 'facts'].flatMap((list) => listIn(element, list).map((fact) => factUnit(fact, element))),
  ],
};

const lists = ['messages', 'edges', 'facts'];

function isFact(fields: Fields): boolean {
  return typeof own(fields, 'fact') === 'string' && own(fields, 'uuid') !== undefined;
}

const threadNames = ['thread_id', 'session_id', 'uuid', 'id'];

function threadUnit(element: Fields): Unit {
  const named = threadNames.map((name) => own(element, name)).find((value) => typeof value === 'string');
  return {
    what:
      named === undefined ? 'a thread without an id' : `the thread ${cleaned(String(named)).slice(0, 60)}`,
    read: (leftOut) => readThread(element, leftOut),
  };
}

function readThread(element: Fields, leftOut: LeftOut): Conversation {
  const messages: Message[] = [];
  const user = nameIn(element, 'user_id');
  let isFromOutside = false;
  for (const message of objectsIn(element, 'messages')) {
    const role = nameIn(message, 'role_type') ?? nameIn(message, 'role');
    if (role === null) throw unreadable('has a message without a role');
    const text = textIn(message, 'content') ?? '';
    const by = byOf(role);
    if (role === 'tool' || role === 'function') isFromOutside = true;
    if (by === null || text.trim() === '') {
      leave(
        leftOut,
        by !== null ? 'empty' : role === 'system' ? 'system' : isFromOutside ? 'tool' : 'unknown',
      );
      continue;
    }
    if (by === 'person') isFromOutside = false;
    const key = nameIn(message, 'uuid', 'uuid_', 'id');
    if (key === null) throw unreadable('has a message without an id (uuid)');
    // In v2 `role` is the speaker's name beside `role_type`.
    const name =
      nameIn(message, 'name') ?? (nameIn(message, 'role_type') === null ? null : nameIn(message, 'role'));
    messages.push({
      key,
      by,
      text,
      at: timeIn(message, 'reference_time', 'created_at'),
      speaker: by === 'person' ? (name ?? user) : null,
      isFromOutside: by === 'assistant' && isFromOutside,
    });
  }
  return {
    key: nameIn(element, ...threadNames) ?? messages[0]?.key ?? 'empty',
    title: null,
    begun: timeIn(element, 'thread_created_at', 'created_at'),
    messages,
  };
}

function byOf(role: string): Message['by'] | null {
  if (role === 'user' || role === 'norole' || role === 'human') return 'person';
  return role === 'assistant' || role === 'ai' ? 'assistant' : null;
}

/** A fact, in the answer or session that it stands in. Sessions of v2 have facts that are words alone. */
function factUnit(listed: unknown, around: Fields): Unit {
  const uuid = isFields(listed) ? own(listed, 'uuid') : undefined;
  return {
    what: typeof uuid === 'string' ? `the fact ${cleaned(uuid).slice(0, 60)}` : 'a fact without an id',
    isStatement: true,
    read: (leftOut) => {
      if (!isFields(listed) && typeof listed !== 'string') throw unreadable('is neither words nor an object');
      const fact: Fields = isFields(listed) ? listed : { uuid: listed, fact: listed };
      const key = nameIn(fact, 'uuid');
      if (key === null) throw unreadable('has no id (uuid)');
      const user = nameIn(around, 'user_id');
      const said = textIn(fact, 'fact') ?? '';
      const valid = boundIn(fact, 'valid_at');
      // What holds for longer than such systems exist was not said then.
      const isOld = valid !== null && valid < earliest;
      const at = isOld || valid === null ? timeIn(fact, 'created_at') : valid;
      const begun = at ?? timeIn(around, 'created_at');
      if (said.trim() === '') {
        leave(leftOut, 'empty');
        return { key, title: null, begun, messages: [] };
      }
      const text = lasting(said, isOld ? valid : null, boundIn(fact, 'invalid_at', 'expired_at'));
      const graph = nameIn(fact, 'graph_uuid', 'graph_id', 'group_id', 'user_id') ?? user;
      const message = {
        key: JSON.stringify([key, text]),
        by: 'person',
        text,
        at,
        speaker: user,
        isFromOutside: false,
      } as const;
      return { key: JSON.stringify(['facts', graph]), title: null, begun, messages: [message] };
    },
  };
}
