import { readFileSync } from 'node:fs';
import type { TurnCosts } from './fleet-model.ts';

/** Names that bench/throughput.ts gives to processes, and what they are here. */
const names: Readonly<Record<keyof TurnCosts, string>> = {
  consumer: 'consumer',
  digest: 'digest',
  chunker: 'memory-chunker',
  episodic: 'episodic',
  postgres: 'postgres',
  redis: 'redis',
};

/**
 * What a turn costs, from the last line of a report of bench/throughput.ts, each part replaced by `overrides`
 * (`digest=2.1,redis=0.3`) where it names it. Throws when a part is known from neither.
 */
export function readCosts(file: string | undefined, overrides: string | undefined): TurnCosts {
  const measured = file === undefined ? {} : costsOf(readFileSync(file, 'utf8'));
  const given = Object.fromEntries(
    (overrides ?? '')
      .split(',')
      .filter((part) => part !== '')
      .map((part): [string, number] => {
        const [name = '', value] = part.split('=');
        return [name, Number(value)];
      }),
  );
  const unknown = Object.keys(given).filter((name) => !(name in names));
  if (unknown.length > 0)
    throw new Error(
      `--costs: no part of a turn is named ${unknown.join(', ')}; use ${Object.keys(names).join(', ')}`,
    );
  const part = (name: keyof TurnCosts): number => {
    const value = given[name] ?? measured[names[name]];
    if (typeof value === 'number' && value >= 0) return value;
    throw new Error(
      `What ${name} costs a turn is not known: give --throughput FILE with a report of bench/throughput.ts, or --costs ${name}=MS`,
    );
  };
  return {
    consumer: part('consumer'),
    digest: part('digest'),
    chunker: part('chunker'),
    episodic: part('episodic'),
    postgres: part('postgres'),
    redis: part('redis'),
  };
}

/** The same turn on cores that are `speed` times as fast. */
export function scaleCosts(costs: TurnCosts, speed: number): TurnCosts {
  return {
    consumer: costs.consumer / speed,
    digest: costs.digest / speed,
    chunker: costs.chunker / speed,
    episodic: costs.episodic / speed,
    postgres: costs.postgres / speed,
    redis: costs.redis / speed,
  };
}

function costsOf(text: string): Readonly<Record<string, unknown>> {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  const report = JSON.parse(line) as { cpuMsPerTurnBy?: Record<string, unknown> };
  return report.cpuMsPerTurnBy ?? {};
}
