import {
  type AddedHook,
  addedHookSchema,
  type InboundView,
  inboundViewSchema,
  pageSchema,
  type TaskDetail,
  taskDetailSchema,
} from '@salience/contracts';
import { expect } from 'vitest';
import { get, post } from './event-stream.ts';
import type { Fixture } from './fixture.ts';

/** What a test asks of hooks: to add one, and what came of what was sent to it. */
export interface HookDesk {
  /** Adds one with a name of its own; the person's, of the default agent. */
  add(terms?: object): Promise<AddedHook>;
  /** What came in or was turned away, latest first. */
  inboundOf(hook: { readonly hook_id: string }): Promise<InboundView[]>;
  /** The tasks that it has made. */
  tasksOf(hook: { readonly hook_id: string }): Promise<string[]>;
  taskOf(id: string | null): Promise<TaskDetail>;
}

/** The desk of a server. */
export function hookDesk(fixture: Fixture, at: string): HookDesk {
  let names = 0;
  return {
    async add(terms = {}) {
      const response = await post(`${at}/hooks`, {
        name: `hook-${(names += 1)}`,
        per_minute: 6_000,
        ...terms,
      });
      expect(response.status).toBe(201);
      return addedHookSchema.parse(await response.json());
    },
    async inboundOf({ hook_id: id }) {
      const response = await get(`${at}/inbound?source=hook:${id}`);
      return pageSchema(inboundViewSchema).parse(await response.json()).items;
    },
    async tasksOf({ hook_id: id }) {
      const rows = await fixture.database.admin<{ id: string }>(
        'select t.id from salience.tasks t join salience.inbound i on i.id = t.inbound_id where i.source = $1',
        [`hook:${id}`],
      );
      return rows.map(({ id: task }) => task);
    },
    async taskOf(id) {
      return taskDetailSchema.parse(await (await get(`${at}/tasks/${String(id)}`)).json());
    },
  };
}
