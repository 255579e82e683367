import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { KeyRules } from '@salience/contracts';
import { type Database } from '@salience/database';
import { type AgentRow, authenticate, findAgent, type OpenedByKey } from '@salience/database/agents';
import { bearerOf } from './bearer.ts';
import { refuseOutsiders } from './loopback.ts';
import { KeyLookups } from './key-lookups.ts';
import { httpProblem } from './problems.ts';
import { addressOf } from './stranger-line.ts';
import { type PersonDoor, personRequired } from '../person/person-door.ts';

/** What a caller proved to be: the person of this machine, the holder of an agent's key, or anybody on this machine. */
export type Voice = 'person' | 'key' | 'none';

/** Who may use an agent's route: any local process, or only the person of this machine and the holder of the agent's key. */
export type CallerNeeds = 'machine' | 'person';

/** The caller and its agent. */
export interface Caller {
  readonly agent: AgentRow;
  /** Names this caller within the agent; each caller has its own current thread per source. */
  readonly name: string;
  readonly voice: Voice;
  /** The rules of the caller's key. */
  readonly rules?: KeyRules | undefined;
  /** The operator who acts for the agent, as in the audit log; only on routes that operators may use too. */
  readonly operator?: string;
}

/** Options of the door. */
export interface DoorOptions {
  readonly db: Database;
  /** True if only this machine can connect and no key is required: then local processes may chat. */
  readonly trustsMachine: boolean;
  readonly person: PersonDoor;
  /** How long a key or agent is cached, in milliseconds; at most 5,000. */
  readonly cacheMs: number;
}

const cachedMax = 1_000;
const defaultAgent = 'default';
/** Text that cannot be one of our keys is not looked up. */
const agentKeyPattern = /^sk_[\w-]{43}$/;
/** Nor is text that cannot be the name or id of an agent. */
const agentRefPattern = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** Decides which agent a request may use. */
export class Door {
  readonly #options: DoorOptions;
  readonly #agents = new Map<string, { agent: AgentRow; until: number }>();
  readonly #keys: KeyLookups<OpenedByKey>;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#keys = new KeyLookups(this.#believedMs());
  }

  /**
   * The caller of a request. An agent's key determines the agent; the person of this machine names any agent in X-Agent; any other
   * local process gets the default agent, if local processes are trusted at all. Throws 401, 403, or 404 for an unknown agent.
   */
  async admit(request: Request, needs: CallerNeeds): Promise<Caller> {
    const key = bearerOf(request);
    const named = namedIn(request);
    if (key?.startsWith('sk_')) return this.#admitKey(request, key, named);
    if ((await this.#options.person.find(request)) !== undefined)
      return { agent: await this.#agent(named ?? defaultAgent), name: 'local', voice: 'person' };
    if (!this.#options.trustsMachine) throw key === undefined ? keyRequired() : wrongKey();
    // Clients of the OpenAI API always send some key; one that cannot be ours is a placeholder.
    refuseOutsiders(request);
    if (needs === 'person') throw personRequired();
    const agent = await this.#agent(defaultAgent);
    if (named !== undefined && named !== agent.name && named !== agent.id) throw personRequired();
    return { agent, name: 'nobody', voice: 'none' };
  }

  /** The agent named in X-Agent, for a caller who was admitted elsewhere. Throws 404 for an unknown one. */
  named(request: Request): Promise<AgentRow> {
    return this.#agent(namedIn(request) ?? defaultAgent);
  }

  async #admitKey(request: Request, key: string, named: string | undefined): Promise<Caller> {
    const hash = createHash('sha256').update(key).digest('hex');
    const opened = agentKeyPattern.test(key)
      ? await this.#keys.find(hash, addressOf(request), () => authenticate(this.#options.db, key))
      : undefined;
    if (opened === undefined) throw wrongKey();
    const agent = await this.#agent(opened.agentId);
    if (named !== undefined && named !== agent.name && named !== agent.id) {
      throw httpProblem(
        403,
        'agent.refused',
        `The key belongs to agent "${agent.name}". Drop X-Agent or use that agent's key.`,
      );
    }
    return { agent, name: hash.slice(0, 16), voice: 'key', rules: opened.rules };
  }

  async #agent(nameOrId: string): Promise<AgentRow> {
    const known = this.#agents.get(nameOrId);
    if (known !== undefined && known.until > performance.now()) return known.agent;
    this.#agents.delete(nameOrId);
    const agent = agentRefPattern.test(nameOrId) ? await findAgent(this.#options.db, nameOrId) : undefined;
    if (agent === undefined) {
      const detail = 'The agent named in X-Agent does not exist. List agents with "salience agent list".';
      throw httpProblem(404, 'agent.unknown', detail);
    }
    remember(this.#agents, nameOrId, { agent, until: performance.now() + this.#believedMs() });
    return agent;
  }

  #believedMs(): number {
    return Math.min(this.#options.cacheMs, 5_000);
  }
}

function remember<V>(cache: Map<string, V>, key: string, value: V): void {
  if (cache.size >= cachedMax) cache.clear();
  cache.set(key, value);
}

function namedIn(request: Request): string | undefined {
  const wanted = request.headers['x-agent'];
  return typeof wanted === 'string' && wanted !== '' ? wanted : undefined;
}

/** A key is needed and none came. */
export function keyRequired() {
  const detail =
    'Expected "Authorization: Bearer sk_…", got no key. Create one with "salience agent key create <agent>".';
  return unauthorised(detail, '');
}

function wrongKey() {
  const detail =
    'This key is unknown or was revoked. Create another with "salience agent key create <agent>".';
  return unauthorised(detail, ', error="invalid_token"');
}

function unauthorised(detail: string, more: string) {
  const headers = { 'WWW-Authenticate': `Bearer realm="salience"${more}` };
  return httpProblem(401, 'key.required', detail, { headers });
}
