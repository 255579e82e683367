import { isTainted, type Trust, trustLevels } from '@salience/contracts';
import type { HistoryItem, MemoryItem, Withheld } from './prompt.ts';
import { transientIdPrefix } from './refs.ts';
import type { PlanPromptInput } from './prompt-input.ts';

/**
 * What of a turn's material a planner is shown: nothing that would taint the run before its message does (law 10). Words from
 * outside stand in memory and history as a mark with their name, by which `recall` reads them, and reading taints the run; where they have
 * no id that recall reads (traits, notes of the world, skills, focus, what a client sent along), they are left out. What is no
 * less trusted than the message itself is shown: the run is ruled by the message then anyway.
 */
export function plannerView(input: PlanPromptInput): PlanPromptInput {
  const { focus, history, memory, message, person, skills, world } = input;
  const isHidden = (trust: Trust): boolean =>
    isTainted(trust) && trustLevels.indexOf(trust) < trustLevels.indexOf(message.trust);
  const isShown = (item: { readonly trust: Trust }): boolean => !isHidden(item.trust);
  return {
    ...input,
    memory: memory.map((item) => marked(item, isHidden)),
    history: history.flatMap((item) => (isKept(item) ? [marked(item, isHidden)] : unmarked(item, isHidden))),
    world: world.filter(isShown),
    person: person && { ...person, traits: person.traits.filter(isShown) },
    skills: skills?.filter(isShown) ?? [],
    focus: focus && isShown(focus) ? focus : undefined,
  };
}

/** False for text that a client sent along: it is not stored, so a mark could not refer to it. */
function isKept({ exchangeId }: HistoryItem): boolean {
  return !exchangeId.startsWith(transientIdPrefix);
}

function unmarked(item: HistoryItem, isHidden: (trust: Trust) => boolean): HistoryItem[] {
  if (isHidden(item.trust)) return [];
  return [isHidden(item.replyTrust ?? 'agent') ? { ...item, reply: null } : item];
}

function marked<Item extends HistoryItem | MemoryItem>(
  item: Item,
  isHidden: (trust: Trust) => boolean,
): Item {
  const { reply, replyTrust = 'agent', trust } = item;
  const withheld: Withheld = {
    ...(isHidden(trust) ? { text: trust } : {}),
    ...(reply && isHidden(replyTrust) ? { reply: replyTrust } : {}),
  };
  if (withheld.text === undefined && withheld.reply === undefined) return item;
  // The speaker's name is their word too.
  return { ...item, withheld, ...(withheld.text === undefined ? {} : { speaker: 'outside' }) };
}
