import { type Conversation, type LeftOut, leave, type Message } from './conversation.ts';
import type { Format } from './format.ts';
import { cleaned, type Fields, nameIn, objectsIn, own, textIn, timeIn, unreadable } from './values.ts';

/**
 * conversations.json of an export of claude.ai: a list of conversations with `chat_messages`. Anthropic publishes no schema; this follows what
 * public parsers agree on (Sinity/polylogue, docs/providers/claude-ai.md; socketteer/Claude-Conversation-Exporter for
 * branches: `parent_message_uuid`, and `current_leaf_message_uuid` at the end of the kept one).
 */
export const claude: Format = {
  recognises: (element) => Array.isArray(own(element, 'chat_messages')),
  units: (element) => [{ what: titleOf(element), read: (leftOut) => read(element, leftOut) }],
};

function titleOf(element: Fields): string {
  const name = own(element, 'name');
  return typeof name === 'string' && name.trim() !== ''
    ? `"${cleaned(name).trim()}"`
    : 'a conversation without a title';
}

function read(element: Fields, leftOut: LeftOut): Conversation {
  const all = objectsIn(element, 'chat_messages');
  const branch = branchOf(all, nameIn(element, 'current_leaf_message_uuid'));
  leave(leftOut, 'branch', all.length - branch.length);
  const messages: Message[] = [];
  for (const message of branch) {
    const said = saidIn(message, leftOut);
    if (said !== null) messages.push(said);
  }
  const key = nameIn(element, 'uuid') ?? messages[0]?.key;
  return {
    key: key ?? 'empty',
    title: textIn(element, 'name'),
    begun: timeIn(element, 'created_at', 'updated_at'),
    messages,
  };
}

/**
 * The messages of the branch that was kept, in order; all of them where nothing was said twice. Without a mark it is the branch of the
 * last message in the list that nothing follows.
 */
function branchOf(all: readonly Fields[], leaf: string | null): Fields[] {
  const byId = new Map<string, Fields>();
  const parents = new Map<string, string>();
  for (const message of all) {
    const [id, parent] = [nameIn(message, 'uuid'), nameIn(message, 'parent_message_uuid')];
    if (id === null) continue;
    byId.set(id, message);
    if (parent !== null) parents.set(id, parent);
  }
  const followed = new Set(parents.values());
  if (followed.size === parents.size) return [...all];
  let id = leaf ?? [...byId.keys()].findLast((one) => !followed.has(one));
  if (id === undefined || !byId.has(id)) throw unreadable('ends at a message that it does not have');
  const branch: Fields[] = [];
  const seen = new Set<string>();
  while (id !== undefined) {
    const message = byId.get(id);
    if (message === undefined) break;
    if (seen.has(id)) throw unreadable('has messages that follow each other in a circle');
    seen.add(id);
    branch.push(message);
    id = parents.get(id);
  }
  return branch.reverse();
}

function saidIn(message: Fields, leftOut: LeftOut): Message | null {
  const sender = nameIn(message, 'sender');
  if (sender !== 'human' && sender !== 'assistant') {
    if (sender === null) throw unreadable('has a message without a sender');
    leave(leftOut, 'unknown');
    return null;
  }
  const content = contentOf(message, leftOut);
  const attached = objectsIn(message, 'attachments');
  // A long paste is stored as an attachment without a name.
  const pasted = attached
    .filter((attachment) => nameIn(attachment, 'file_name') === null)
    .map((attachment) => textIn(attachment, 'extracted_content') ?? '')
    .filter((text) => text.trim() !== '');
  const isPaste = content.text.trim() === '' && sender === 'human' && pasted.length > 0;
  const files = Math.max(objectsIn(message, 'files').length, objectsIn(message, 'files_v2').length);
  leave(leftOut, 'media', files + attached.length - (isPaste ? pasted.length : 0));
  const text = isPaste ? pasted.join('\n\n') : content.text;
  if (text.trim() === '') {
    leave(leftOut, 'empty');
    return null;
  }
  const key = nameIn(message, 'uuid');
  if (key === null) throw unreadable('has a message without an id (uuid)');
  return {
    key,
    by: sender === 'human' ? 'person' : 'assistant',
    text,
    at: timeIn(message, 'created_at'),
    speaker: null,
    isFromOutside: isPaste || content.hasTools,
  };
}

/** The words of a message: its blocks of text, else the older field. What are no words is counted. */
function contentOf(message: Fields, leftOut: LeftOut): { text: string; hasTools: boolean } {
  const texts: string[] = [];
  let hasTools = false;
  for (const block of objectsIn(message, 'content')) {
    const type = nameIn(block, 'type');
    if (type === 'text' || type === 'voice_note') texts.push(textIn(block, 'text') ?? '');
    else if (type === 'tool_use' || type === 'tool_result') {
      leave(leftOut, 'tool');
      hasTools ||= type === 'tool_result';
    } else if (type === 'thinking' || type === 'redacted_thinking') leave(leftOut, 'reasoning');
    else if (type === 'image' || type === 'document') leave(leftOut, 'media');
    else if (type !== 'token_budget' && type !== 'flag') leave(leftOut, 'unknown');
  }
  const text = texts.filter((one) => one.trim() !== '').join('\n\n');
  return { text: text === '' && !hasTools ? (textIn(message, 'text') ?? '') : text, hasTools };
}
