import { type Conversation, type LeftOut, leave, type LeftOutReason, type Message } from './conversation.ts';
import type { Format, Unit } from './format.ts';
import {
  cleaned,
  type Fields,
  fieldsIn,
  isFields,
  nameIn,
  objectsIn,
  own,
  textIn,
  timeIn,
  unreadable,
} from './values.ts';

/**
 * An agent file of Letta (`.af`): `{ agents: [{ name, messages, block_ids }], blocks: [{ label, value }] }`
 * (letta-ai/letta, letta/schemas/agent_file.py), the older form with one agent and its `core_memory`, and archival memories as
 * docs.letta.com/guides/agents/archival-export saves them: a list of passages.
 *
 * The ids of an agent file are numbers within it and change with each export, so a message is known by its agent's name, its time and
 * its words, a block by its label and its words.
 */
export const letta: Format = {
  recognises: (element) =>
    isPassage(element) ||
    (Array.isArray(own(element, 'agents')) && Array.isArray(own(element, 'blocks'))) ||
    (Array.isArray(own(element, 'core_memory')) && Array.isArray(own(element, 'messages'))),
  units: (element) => {
    if (isPassage(element)) return [passageUnit(element)];
    const isOlder = own(element, 'core_memory') !== undefined;
    const agents = isOlder ? [element] : objectsIn(element, 'agents');
    const blocks = isOlder ? objectsIn(element, 'core_memory') : objectsIn(element, 'blocks');
    const times = agents.flatMap((agent) => listedTimes(agent));
    const last = times.length === 0 ? null : Math.max(...times);
    const names = agents.map(labelOf).join(', ');
    return [
      ...agents.map((agent) => ({
        what: `the agent ${labelOf(agent)}`,
        read: (leftOut: LeftOut) => readAgent(agent, leftOut),
      })),
      ...blocks.map((block) => blockUnit(block, names, last ?? timeIn(element, 'created_at'))),
    ];
  },
};

function labelOf(fields: Fields): string {
  const name = own(fields, 'name') ?? own(fields, 'label');
  return typeof name === 'string' ? cleaned(name).slice(0, 60) : 'without a name';
}

function isPassage(fields: Fields): boolean {
  const id = own(fields, 'id');
  return typeof id === 'string' && id.startsWith('passage-') && typeof own(fields, 'text') === 'string';
}

function listedTimes(agent: Fields): number[] {
  const messages = own(agent, 'messages');
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((message: unknown) => {
    const at = isFields(message) ? Date.parse(String(own(message, 'created_at'))) : Number.NaN;
    return Number.isNaN(at) ? [] : [at];
  });
}

function readAgent(agent: Fields, leftOut: LeftOut): Conversation {
  const messages: Message[] = [];
  let isFromOutside = false;
  for (const message of objectsIn(agent, 'messages')) {
    const said = saidIn(message, leftOut);
    if (said === 'outside') isFromOutside = true;
    if (said === 'outside' || said === null) continue;
    if (said.by === 'person') isFromOutside = false;
    const at = timeIn(message, 'created_at', 'date');
    messages.push({
      ...said,
      key: JSON.stringify([said.by, at, said.text]),
      at,
      isFromOutside: said.by === 'assistant' && isFromOutside,
    });
  }
  return {
    key: nameIn(agent, 'name') ?? 'agent',
    title: nameIn(agent, 'name'),
    begun: timeIn(agent, 'created_at'),
    messages,
  };
}

type Said = Pick<Message, 'by' | 'text' | 'speaker'>;

/** Tools by which an agent speaks or minds its own memory: they bring nothing from outside. */
const ownTools = /^(send_message|(core_|archival_)?memory(_\w+)?|conversation_search(_date)?)$/;

function saidIn(message: Fields, leftOut: LeftOut): Said | 'outside' | null {
  const role = nameIn(message, 'role');
  if (role === null) throw unreadable('has a message without a role');
  const out = (reason: LeftOutReason): null => {
    leave(leftOut, reason);
    return null;
  };
  if (role === 'system') return out('system');
  if (role === 'tool' || role === 'function') {
    out('tool');
    const name = nameIn(message, 'name');
    return name !== null && ownTools.test(name) ? null : 'outside';
  }
  if (role === 'approval') return out('tool');
  if (role !== 'user' && role !== 'assistant') return out('unknown');
  const text = textOf(message, leftOut);
  if (role === 'assistant') {
    const reply = [...sentBy(message, leftOut), text].filter((one) => one.trim() !== '');
    // The words beside a call of send_message are thoughts.
    if (reply.length > 1 && sentBy(message, new Map()).length > 0) {
      leave(leftOut, 'reasoning');
      reply.pop();
    }
    return reply.length === 0 ? out('empty') : { by: 'assistant', text: reply.join('\n\n'), speaker: null };
  }
  const unpacked = unpack(text);
  if (unpacked === null) return out('system');
  if (unpacked.trim() === '') return out('empty');
  return { by: 'person', text: unpacked, speaker: nameIn(message, 'name') };
}

/** What an agent of the older architectures said: the arguments of `send_message`. Other calls are counted. */
function sentBy(message: Fields, leftOut: LeftOut): string[] {
  return objectsIn(message, 'tool_calls').flatMap((call) => {
    const made = fieldsIn(call, 'function') ?? call;
    const name = nameIn(made, 'name');
    const sent = name === 'send_message' ? parsed(own(made, 'arguments')) : null;
    const text = sent === null ? null : textIn(sent, 'message');
    if (text !== null) return [text];
    leave(leftOut, 'tool');
    return [];
  });
}

function textOf(message: Fields, leftOut: LeftOut): string {
  const content = own(message, 'content');
  if (typeof content === 'string') return cleaned(content);
  const texts: string[] = [];
  for (const part of objectsIn(message, 'content')) {
    const type = nameIn(part, 'type');
    if (type === 'text') texts.push(textIn(part, 'text') ?? '');
    else if (type === 'image') leave(leftOut, 'media');
    else
      leave(
        leftOut,
        type?.includes('reasoning') === true
          ? 'reasoning'
          : type?.startsWith('tool_') === true
            ? 'tool'
            : 'unknown',
      );
  }
  return texts.length === 0 ? (textIn(message, 'text') ?? '') : texts.join('\n');
}

/** The words of a person inside of what Letta packs them into; null for an event of the system. */
function unpack(text: string): string | null {
  const packed = text.trimStart().startsWith('{') ? parsed(text) : null;
  const type = packed === null ? undefined : own(packed, 'type');
  if (packed === null || typeof type !== 'string') return text;
  return type === 'user_message' ? (textIn(packed, 'message') ?? '') : null;
}

function parsed(text: unknown): Fields | null {
  if (isFields(text)) return text;
  if (typeof text !== 'string') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function blockUnit(block: Fields, agents: string, last: number | null): Unit {
  return {
    what: `the memory block ${labelOf(block)}`,
    isStatement: true,
    read: (leftOut) => {
      const label = nameIn(block, 'label') ?? 'block';
      const text = textIn(block, 'value') ?? '';
      const at = timeIn(block, 'updated_at', 'created_at') ?? last;
      const none = { key: 'none', title: null, begun: at, messages: [] };
      if (label === 'persona') leave(leftOut, 'persona');
      else if (text.trim() === '') leave(leftOut, 'empty');
      else return statement(JSON.stringify([agents, 'blocks']), JSON.stringify([label, text]), text, at);
      return none;
    },
  };
}

function passageUnit(passage: Fields): Unit {
  return {
    what: `the passage ${cleaned(String(own(passage, 'id'))).slice(0, 60)}`,
    isStatement: true,
    read: (leftOut) => {
      const text = textIn(passage, 'text') ?? '';
      const at = timeIn(passage, 'created_at');
      if (text.trim() !== '')
        return statement(
          JSON.stringify([nameIn(passage, 'archive_id', 'agent_id'), 'passages']),
          String(nameIn(passage, 'id')),
          text,
          at,
        );
      leave(leftOut, 'empty');
      return { key: 'none', title: null, begun: at, messages: [] };
    },
  };
}

function statement(thread: string, key: string, text: string, at: number | null): Conversation {
  const message = { key, by: 'person', text, at, speaker: null, isFromOutside: false } as const;
  return { key: thread, title: null, begun: at, messages: [message] };
}
