import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { MessageRules } from '@salience/contracts';
import { type AgentRow, authenticate, type Database, findAgent, type OpenedByKey } from '@salience/database';
import { bearerOf } from './bearer.ts';
import { refuseOutsiders } from './loopback.ts';
import { KeyLookups } from './key-lookups.ts';
import { httpProblem } from './problems.ts';
import { addressOf } from './stranger-line.ts';
import { type PersonDoor, personRequired } from '../person/person-door.ts';

/** What a caller proved to be: a person of this machine, the holder of a key, or nobody in particular. */
export type Voice = 'person' | 'key' | 'none';

/** Who may use a route with an agent: whoever is on this machine, or its person and the holder of a key alone. */
export type CallerNeeds = 'machine' | 'person';

/** Who asks, and for which agent. */
export interface Caller {
  readonly agent: AgentRow;
  /** Names this caller among those of the agent; each has a current thread of its own per source. */
  readonly name: string;
  readonly voice: Voice;
  /** What the key says that it came with. */
  readonly rules?: MessageRules | undefined;
  /** The operator who speaks for the agent, as the audit log calls them; only on routes that operators may use too. */
  readonly operator?: string;
}

/** How the door is kept. */
export interface DoorOptions {
  readonly db: Database;
  /** True when only this machine can connect and no key was made necessary: then the machine itself is trusted to talk. */
  readonly trustsMachine: boolean;
  readonly person: PersonDoor;
  /** How long a key or agent that was found is believed, in milliseconds; at most 5,000. */
  readonly cacheMs: number;
}

const cachedMax = 1_000;
const defaultAgent = 'default';
/** What cannot be one of our keys costs no question to the database. */
const agentKeyPattern = /^sk_[\w-]{43}$/;
/** What cannot be the name or id of an agent neither. */
const agentRefPattern = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** Decides for each request which agent it may speak with. */
export class Door {
  readonly #options: DoorOptions;
  readonly #agents = new Map<string, { agent: AgentRow; until: number }>();
  readonly #keys: KeyLookups<OpenedByKey>;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#keys = new KeyLookups(this.#believedMs());
  }

  /**
   * The caller of a request. The key of an agent decides the agent; this machine's person names any in X-Agent; whoever is
   * only on this machine talks to the default agent, where that is trusted at all. Throws 401, 403 or, for an agent that does
   * not exist, 404.
   */
  async admit(request: Request, needs: CallerNeeds): Promise<Caller> {
    const key = bearerOf(request);
    const named = namedIn(request);
    if (key?.startsWith('sk_')) return this.#admitKey(request, key, named);
    if ((await this.#options.person.find(request)) !== undefined)
      return { agent: await this.#agent(named ?? defaultAgent), name: 'local', voice: 'person' };
    if (!this.#options.trustsMachine) throw key === undefined ? keyRequired() : wrongKey();
    // Clients of the OpenAI API always send some key; what cannot be one of ours is a placeholder here.
    refuseOutsiders(request);
    if (needs === 'person') throw personRequired();
    const agent = await this.#agent(defaultAgent);
    if (named !== undefined && named !== agent.name && named !== agent.id) throw personRequired();
    return { agent, name: 'nobody', voice: 'none' };
  }

  /** The agent that a request names in X-Agent, for a caller who was admitted elsewhere. Throws 404 for one unknown. */
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
      const detail = 'There is no agent of the name in X-Agent. "salience agent list" shows which there are.';
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

function keyRequired() {
  const detail =
    'Expected "Authorization: Bearer sk_…", got no key. Make one with "salience agent key create <agent>".';
  return unauthorised(detail, '');
}

function wrongKey() {
  const detail = 'This key is unknown or was revoked. Make another with "salience agent key create <agent>".';
  return unauthorised(detail, ', error="invalid_token"');
}

function unauthorised(detail: string, more: string) {
  const headers = { 'WWW-Authenticate': `Bearer realm="salience"${more}` };
  return httpProblem(401, 'key.required', detail, { headers });
}
