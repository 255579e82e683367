import {
  addListItems,
  changeListItems,
  deleteList,
  type ListItem,
  loadListHistory,
  loadListItems,
  loadLists,
  type PastListItem,
  renameList,
} from '@salience/database/skills';
import { localTime } from '@salience/language';
import { z } from 'zod';
import { defineSkill, lines, refused, type SkillAnswer, type SkillContext } from './skill.ts';

const actions = [
  'add',
  'remove',
  'check',
  'uncheck',
  'view',
  'list_all',
  'create',
  'clear',
  'delete',
  'rename',
  'history',
] as const;

/** Items of a history that are told. */
const historyMax = 50;

const schema = z.strictObject({
  action: z.enum(actions),
  list: z.string().trim().min(1).max(100).optional().describe('Its name.'),
  items: z
    .array(z.string().trim().min(1).max(500))
    .max(50)
    .optional()
    .describe('For add, remove, check and uncheck.'),
  to: z.string().trim().min(1).max(100).optional().describe('For rename: its new name.'),
});

/** Keeps named lists: shopping, packing, ideas. */
export const list = defineSkill({
  name: 'list',
  description:
    'Keeps named lists, such as shopping. "add" makes the list if need be, "check" marks as done, "list_all" names all lists, ' +
    '"history" tells what was on one.',
  schema,
  tier: 'organise',
  reads: ['view', 'list_all', 'history'],
  cost: 0.8,
  idempotent: true,
  timeoutMs: 10_000,
  private: true,
  async run(args, context) {
    const { action } = args;
    if (action === 'list_all') return allLists(context);
    if (args.list === undefined) throw refused('Say which list is meant, by its name in "list".');
    const items = args.items ?? [];
    switch (action) {
      case 'add':
        if (items.length === 0) throw refused('Say what to add, in "items".');
        return add(context, args.list, items);
      case 'create':
        return add(context, args.list, items);
      case 'view':
        return view(context, args.list);
      case 'clear':
        return clear(context, args.list);
      case 'delete':
        return remove(context, args.list);
      case 'rename':
        if (args.to === undefined) throw refused('Say the new name of the list, in "to".');
        return rename(context, args.list, args.to);
      case 'history':
        return history(context, args.list);
      case 'remove':
      case 'check':
      case 'uncheck':
        if (items.length === 0) throw refused(`Say what to ${action}, in "items".`);
        return change(context, args.list, items, action);
    }
  },
});

const noLists = 'You have no lists yet.';
/** More names than these are counted. */
const namedMax = 30;

/**
 * That there is no such list, with the names of those that there are. It answers a question: a list that is not there yet is looked at
 * again and again without a failure.
 */
async function noList({ db, step: { turn } }: SkillContext, name: string): Promise<SkillAnswer> {
  const lists = await loadLists(db, turn.agent_id);
  const missing = `There is no list "${name}".`;
  if (lists.length === 0) return { text: `${missing} ${noLists}` };
  const named = lists.slice(0, namedMax);
  const more = lists.length > namedMax ? ` and ${lists.length - namedMax} more` : '';
  return {
    text: `${missing} Your lists: ${named.map((one) => one.name).join(', ')}${more}.`,
    quotes: named.map(({ trust }) => trust),
  };
}

/** The error of what cannot be done to a list that is not there. */
async function noSuchList(context: SkillContext, name: string) {
  const { quotes, text } = await noList(context, name);
  return refused(text, quotes);
}

async function allLists({ db, step: { turn } }: SkillContext): Promise<SkillAnswer> {
  const lists = await loadLists(db, turn.agent_id);
  if (lists.length === 0) return { text: noLists };
  return {
    text: lines(
      lists.map(({ name, items, unchecked }) => `${name}: ${countedItems(items)}, ${unchecked} open`),
    ),
    quotes: lists.map(({ trust }) => trust),
  };
}

function countedItems(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

async function add(
  { db, idempotencyKey, now, step: { turn }, trust }: SkillContext,
  name: string,
  items: readonly string[],
): Promise<SkillAnswer> {
  const after = await addListItems(db, {
    agentId: turn.agent_id,
    list: name,
    items,
    trust,
    now,
    idempotencyKey,
  });
  return answerWith(
    items.length === 0 ? `There is a list "${name}".` : `Added: ${items.join(', ')}.`,
    name,
    after,
  );
}

async function view(context: SkillContext, name: string): Promise<SkillAnswer> {
  const items = await loadListItems(context.db, context.step.turn.agent_id, name);
  return items ? answerWith('', name, items) : await noList(context, name);
}

async function clear(context: SkillContext, name: string): Promise<SkillAnswer> {
  const { db, step } = context;
  const items = await loadListItems(db, step.turn.agent_id, name);
  if (!items) throw await noSuchList(context, name);
  if (items.length > 0) {
    await changeListItems(db, {
      agentId: step.turn.agent_id,
      list: name,
      items: items.map(({ item }) => item),
      action: 'remove',
      now: context.now,
    });
  }
  return { text: `The list "${name}" is empty now. Taken off: ${countedItems(items.length)}.` };
}

async function remove({ db, now, step: { turn } }: SkillContext, name: string): Promise<SkillAnswer> {
  const items = await loadListItems(db, turn.agent_id, name);
  await deleteList(db, { agentId: turn.agent_id, list: name, now });
  // Asked for again, it is as gone as before.
  return {
    text: items
      ? `The list "${name}" is deleted, with ${countedItems(items.length)}.`
      : `There is no list "${name}" now.`,
  };
}

async function rename(context: SkillContext, name: string, to: string): Promise<SkillAnswer> {
  const { db, now, step, trust } = context;
  const { turn } = step;
  const done = await renameList(db, { agentId: turn.agent_id, list: name, to, trust, now });
  if (done === 'taken')
    throw refused(`There is a list "${to}" already: delete it first, or choose another name.`);
  const items = await loadListItems(db, turn.agent_id, to);
  // Done by an earlier try of this action.
  if (done === 'missing' && !items) throw await noSuchList(context, name);
  return answerWith(`The list "${name}" is called "${to}" now.`, to, items ?? []);
}

async function history(context: SkillContext, name: string): Promise<SkillAnswer> {
  const { db, step } = context;
  const { turn } = step;
  const items = await loadListHistory(db, { agentId: turn.agent_id, list: name, limit: historyMax });
  if (!items) return await noList(context, name);
  if (items.length === 0) return { text: `Nothing was ever on the list "${name}".` };
  const told = ({ checkedAt, createdAt, item, removedAt }: PastListItem): string => {
    const at = (time: Date) => localTime(time.toISOString(), turn.zone);
    const checked = checkedAt === null ? '' : `, checked ${at(checkedAt)}`;
    return `${item}: added ${at(createdAt)}${checked}${removedAt === null ? '' : `, taken off ${at(removedAt)}`}`;
  };
  return {
    text: `What was on the list "${name}":\n${lines(items.map(told))}`,
    quotes: items.map(({ trust }) => trust),
  };
}

async function change(
  { db, now, step: { turn } }: SkillContext,
  name: string,
  items: readonly string[],
  action: 'check' | 'remove' | 'uncheck',
): Promise<SkillAnswer> {
  const { touched, items: after } = await changeListItems(db, {
    agentId: turn.agent_id,
    list: name,
    items,
    action,
    now,
  });
  const found = new Set(touched.map((item) => item.toLowerCase()));
  const missing = items.filter((item) => !found.has(item.toLowerCase()));
  const done = touched.length > 0 ? `Done (${action}): ${touched.join(', ')}. ` : '';
  const absent = missing.length > 0 ? `Not on the list: ${missing.join(', ')}.` : '';
  return answerWith(`${done}${absent}`.trim(), name, after);
}

function answerWith(did: string, name: string, items: readonly ListItem[]): SkillAnswer {
  const now =
    items.length === 0
      ? `The list "${name}" is empty.`
      : `On the list "${name}":\n${lines(items.map(({ item, checkedAt }) => `[${checkedAt ? 'x' : ' '}] ${item}`))}`;
  return { text: did === '' ? now : `${did}\n${now}`, quotes: items.map(({ trust }) => trust) };
}
