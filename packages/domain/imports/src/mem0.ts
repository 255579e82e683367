import type { Format, Unit } from './format.ts';
import {
  boundIn,
  cleaned,
  type Fields,
  isFields,
  nameIn,
  objectsIn,
  own,
  textIn,
  timeIn,
  unreadable,
} from './values.ts';
import { lasting } from './lasting.ts';
import { leave } from './conversation.ts';

/**
 * The memories that get_all of mem0 answers with: `{ results: [{ id, memory, user_id, created_at, … }] }`, older ones the list alone
 * (docs.mem0.ai: api-reference/memory/get-memory, cookbooks/essentials/exporting-memories). A structured export has the form that its
 * owner gave it and cannot be read.
 *
 * The day on which a memory expires is one on which it still holds, and one that cannot be read ends nothing
 * (platform/features/memory-expiration).
 *
 * mem0 changes a memory in place. What it says after a change is a statement of its own, at the time of the change.
 */
export const mem0: Format = {
  recognises: (element) => isMemory(element) || listed(element).some((one) => isFields(one) && isMemory(one)),
  units: (element) => (isMemory(element) ? [unitOf(element)] : objectsIn(element, 'results').map(unitOf)),
};

function listed(element: Fields): readonly unknown[] {
  const results = own(element, 'results');
  return Array.isArray(results) ? (results as unknown[]) : [];
}

function isMemory(fields: Fields): boolean {
  return typeof own(fields, 'memory') === 'string' && own(fields, 'id') !== undefined;
}

function unitOf(memory: Fields): Unit {
  const id = own(memory, 'id');
  return {
    what: typeof id === 'string' ? `the memory ${cleaned(id).slice(0, 60)}` : 'a memory without an id',
    isStatement: true,
    read: (leftOut) => {
      const [user, agent, run] = ['user_id', 'agent_id', 'run_id'].map((key) => nameIn(memory, key));
      const key = nameIn(memory, 'id');
      if (key === null) throw unreadable('has no id');
      const said = textIn(memory, 'memory') ?? '';
      if (said.trim() === '') leave(leftOut, 'empty');
      const text = lasting(said, null, boundIn(memory, 'expiration_date'));
      const at = timeIn(memory, 'updated_at', 'created_at');
      const message = {
        key: JSON.stringify([key, text]),
        by: 'person',
        text,
        at,
        speaker: user ?? null,
        isFromOutside: false,
      } as const;
      return {
        key: JSON.stringify([user, agent, run]),
        title: null,
        begun: at,
        messages: said.trim() === '' ? [] : [message],
      };
    },
  };
}
