import { z } from 'zod';

/** What a model costs, in US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** What applies to a model whichever role it serves. */
export interface ModelTerms {
  /** Unset: nothing is counted as its cost. */
  readonly price?: ModelPrice;
  /** Requests that may begin in any minute, over all replicas. */
  readonly perMinute?: number;
}

/** The variables that `readTerms` reads. */
export const termEnvNames = ['SALIENCE_MODEL_PRICES', 'SALIENCE_MODEL_RPM'] as const;

const dollars = z.number().nonnegative();
const pricesSchema = z.record(z.string(), z.strictObject({ input: dollars, output: dollars }));
const perMinuteSchema = z.number().int().positive().max(1_000_000);
const limitsSchema = z.union([perMinuteSchema, z.record(z.string(), perMinuteSchema)]);

/** Reads prices and limits; gives the terms of a model by its name in the settings, `provider:model`. */
export function readTerms(
  read: (name: string) => string | undefined,
  problems: string[],
): (provider: string, model: string) => ModelTerms {
  const json = <T>(name: string, schema: z.ZodType<T>, expected: string): T | undefined => {
    const text = read(name);
    if (text === undefined) return undefined;
    const parsed = schema.safeParse(parseJson(text));
    if (!parsed.success) problems.push(`${name}: expected ${expected}`);
    return parsed.data;
  };
  const prices = json(
    'SALIENCE_MODEL_PRICES',
    pricesSchema,
    'JSON like {"provider:model": {"input": 0.4, "output": 1.6}}, in US dollars for a million tokens',
  );
  const limits = json(
    'SALIENCE_MODEL_RPM',
    limitsSchema,
    'a positive whole number, or JSON like {"provider:model": 500}',
  );
  return (provider, model) => {
    const name = `${provider}:${model}`;
    const price = prices?.[name];
    const perMinute = typeof limits === 'number' ? limits : limits?.[name];
    return {
      ...(price === undefined ? {} : { price }),
      ...(perMinute === undefined ? {} : { perMinute }),
    };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
