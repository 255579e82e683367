import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { type AgentMemories, type AgentMemoriesOptions, createAgentMemories } from './agent-memories.ts';

/** The memories that an app searches. */
export interface MemoriesUse {
  readonly memories: AgentMemories;
  /** Whether another app searches them too. */
  isShared(): boolean;
  /** Ends this use. May be called twice. */
  end(): void;
}

type User = Pick<AgentMemoriesOptions, 'db' | 'onLongTail'>;

// What was committed is the same for every app that may search it: apps that share a process share it.
const shared = new Map<string, { readonly memories: AgentMemories; readonly users: Set<User> }>();

/** Holds memories: of its own, or those that it shares with other apps of this process. */
export function useAgentMemories({
  shares,
  ...options
}: AgentMemoriesOptions & { readonly shares?: boolean | undefined }): MemoriesUse {
  if (shares === true) return shareAgentMemories(options);
  return { memories: createAgentMemories(options), isShared: () => false, end: () => {} };
}

/**
 * The memories that the apps of this process hold together, of one database and one model. Read over the connections of an app that still uses
 * them: every app that searches may read the memory of the agent that it names, and no other.
 */
function shareAgentMemories(options: AgentMemoriesOptions): MemoriesUse {
  const key = `${placeOf(options.db.pool.options.connectionString ?? '')} ${options.model?.modelId ?? ''}`;
  const one = shared.get(key) ?? open(options);
  shared.set(key, one);
  const user: User = { db: options.db, onLongTail: options.onLongTail };
  one.users.add(user);
  return {
    memories: one.memories,
    isShared: () => one.users.size > 1,
    end() {
      one.users.delete(user);
      if (one.users.size === 0 && shared.get(key) === one) shared.delete(key);
    },
  };
}

function open(options: AgentMemoriesOptions) {
  const users = new Set<User>();
  const first = (): Database => (users.values().next().value ?? options).db;
  const db: Database = {
    get pool() {
      return first().pool;
    },
    get orm() {
      return first().orm;
    },
    get reserved() {
      return first().reserved;
    },
    // Each app closes its own connections.
    close: () => Promise.resolve(),
  };
  const onLongTail = (agentId: AgentId): void => {
    for (const user of users) user.onLongTail?.(agentId);
  };
  return { users, memories: createAgentMemories({ ...options, db, onLongTail }) };
}

/** A server and its database, whoever connects. */
function placeOf(url: string): string {
  const place = URL.parse(url);
  return place === null ? url : `${place.host}${place.pathname}${place.searchParams.get('host') ?? ''}`;
}
