import { type Conversation, type LeftOut, leave, type LeftOutReason, type Message } from './conversation.ts';
import type { Format } from './format.ts';
import {
  cleaned,
  type Fields,
  fieldsIn,
  isFields,
  listIn,
  nameIn,
  own,
  textIn,
  timeIn,
  unreadable,
} from './values.ts';

/**
 * conversations.json of an export of ChatGPT (later ones are in parts, conversations-000.json and on): a list of conversations, each
 * a tree of messages (`mapping`) whose branch that was kept ends at `current_node`. OpenAI publishes no schema; this follows the
 * description of mitkury/chatgpt-export-parser (docs/chatgpt-data-export-format.md) and what several public parsers agree on.
 */
export const chatgpt: Format = {
  recognises: (element) => isFields(own(element, 'mapping')),
  units: (element) => [{ what: titleOf(element), read: (leftOut) => read(element, leftOut) }],
};

function titleOf(element: Fields): string {
  const title = own(element, 'title');
  return typeof title === 'string' && title.trim() !== ''
    ? `"${cleaned(title).trim()}"`
    : 'a conversation without a title';
}

function read(element: Fields, leftOut: LeftOut): Conversation {
  const mapping = fieldsIn(element, 'mapping');
  if (mapping === null) throw unreadable('has no messages (mapping)');
  const nodes = nodesOf(mapping);
  const branch = branchOf(nodes, nameIn(element, 'current_node'));
  const messages: Message[] = [];
  let isFromOutside = false;
  for (const { id, message } of branch) {
    if (message === null) continue;
    const said = saidIn(message, leftOut);
    if (said === 'tool') isFromOutside = true;
    if (typeof said === 'string') continue;
    if (said.by === 'person') isFromOutside = false;
    messages.push({
      ...said,
      key: nameIn(message, 'id') ?? id,
      at: timeIn(message, 'create_time'),
      isFromOutside: said.by === 'assistant' && isFromOutside,
    });
  }
  const kept = new Set(branch.map(({ id }) => id));
  for (const { id, message } of nodes.values())
    if (!kept.has(id) && message !== null && isShown(message)) leave(leftOut, 'branch');
  const key = nameIn(element, 'conversation_id', 'id') ?? messages[0]?.key;
  return {
    key: key ?? 'empty',
    title: textIn(element, 'title'),
    begun: timeIn(element, 'create_time', 'update_time'),
    messages,
  };
}

interface Node {
  readonly id: string;
  readonly parent: string | null;
  readonly message: Fields | null;
}

function nodesOf(mapping: Fields): Map<string, Node> {
  const nodes = new Map<string, Node>();
  for (const [id, node] of Object.entries(mapping)) {
    if (!isFields(node)) throw unreadable(`has a node ${id.slice(0, 60)} that is no object`);
    nodes.set(id, { id, parent: nameIn(node, 'parent'), message: fieldsIn(node, 'message') });
  }
  return nodes;
}

/** From the first message to the one at the end of the kept branch; without a mark, to the last one that was written. */
function branchOf(nodes: ReadonlyMap<string, Node>, current: string | null): Node[] {
  if (current !== null && !nodes.has(current)) throw unreadable('ends at a message that it does not have');
  const branch: Node[] = [];
  const seen = new Set<string>();
  let node = nodes.get(current ?? lastLeaf(nodes) ?? '');
  while (node !== undefined) {
    if (seen.has(node.id)) throw unreadable('has messages that follow each other in a circle');
    seen.add(node.id);
    branch.push(node);
    node = node.parent === null ? undefined : nodes.get(node.parent);
  }
  return branch.reverse();
}

function lastLeaf(nodes: ReadonlyMap<string, Node>): string | undefined {
  const parents = new Set([...nodes.values()].map(({ parent }) => parent));
  let last: { id: string; at: number } | undefined;
  for (const { id, message } of nodes.values()) {
    if (parents.has(id)) continue;
    const at = message === null ? 0 : (timeIn(message, 'create_time') ?? 0);
    if (last === undefined || at >= last.at) last = { id, at };
  }
  return last?.id;
}

function roleOf(message: Fields): string {
  const author = fieldsIn(message, 'author');
  const role = author === null ? null : nameIn(author, 'role');
  if (role === null) throw unreadable('has a message without a role');
  return role;
}

function isShown(message: Fields): boolean {
  const role = roleOf(message);
  return (role === 'user' || role === 'assistant') && typeof saidIn(message, new Map()) !== 'string';
}

type Said = Pick<Message, 'by' | 'text' | 'speaker'>;

const typesLeftOut: Readonly<Record<string, LeftOutReason>> = {
  thoughts: 'reasoning',
  reasoning_recap: 'reasoning',
  user_editable_context: 'system',
  model_editable_context: 'system',
  system_error: 'tool',
  execution_output: 'tool',
  tether_quote: 'tool',
  tether_browsing_display: 'tool',
  computer_output: 'tool',
};

/** What a message says, or why it is left out, which is counted. */
function saidIn(message: Fields, leftOut: LeftOut): Said | LeftOutReason {
  const out = (reason: LeftOutReason): LeftOutReason => {
    leave(leftOut, reason);
    return reason;
  };
  const role = roleOf(message);
  const content = fieldsIn(message, 'content');
  const type = content === null ? null : nameIn(content, 'content_type');
  const text = content === null ? '' : textOf(content, leftOut);
  const metadata = fieldsIn(message, 'metadata') ?? {};
  if (role === 'system')
    return text === '' && own(metadata, 'is_user_system_message') !== true ? 'system' : out('system');
  if (role === 'tool') return out('tool');
  if (role !== 'user' && role !== 'assistant') return out('unknown');
  if (own(metadata, 'is_visually_hidden_from_conversation') === true) return out('hidden');
  if (own(metadata, 'is_user_system_message') === true) return out('system');
  const reason = type === null || !Object.hasOwn(typesLeftOut, type) ? undefined : typesLeftOut[type];
  if (reason !== undefined) return out(reason);
  const recipient = nameIn(message, 'recipient');
  if (role === 'assistant' && recipient !== null && recipient !== 'all') return out('tool');
  if (text.trim() === '') return out('empty');
  const author = fieldsIn(message, 'author') ?? {};
  return role === 'user'
    ? { by: 'person', text, speaker: nameIn(author, 'name') }
    : { by: 'assistant', text, speaker: null };
}

/** The words of a message; what are no words is counted. */
function textOf(content: Fields, leftOut: LeftOut): string {
  const parts = listIn(content, 'parts').map((part) => {
    if (typeof part === 'string') return cleaned(part);
    if (!isFields(part)) throw unreadable('has a message with a part that is neither text nor object');
    // What was said aloud.
    if (own(part, 'content_type') === 'audio_transcription') return textIn(part, 'text') ?? '';
    leave(leftOut, 'media');
    return '';
  });
  const whole = parts.filter((part) => part !== '').join('\n');
  return whole === '' ? (textIn(content, 'text') ?? '') : whole;
}
