import type { z } from 'zod';
import {
  branchesOf,
  describeSchema,
  isSchema,
  type JsonSchema,
  namedParts,
  requiredOf,
} from './json-schema.ts';

/** The schema in words, below the instructions, for a server that accepts no schema. */
export function shapeInstruction(schema: z.ZodType): string {
  return `Answer with one JSON object and nothing else. Its shape is:\n${shapeInWords(schema)}`;
}

/**
 * The shape of what a schema accepts, as a model reads it: the keys with what stands behind each. A line is short where the schema
 * is; patterns and lengths are left out.
 */
export function shapeInWords(schema: z.ZodType): string {
  return words(describeSchema(schema));
}

function words(schema: JsonSchema): string {
  const branches = branchesOf(schema);
  if (branches !== undefined) return [...new Set(branches.map(words))].join(' | ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  const { type } = schema;
  if (type === 'object') return objectInWords(schema);
  if (type === 'array') return `[${isSchema(schema['items']) ? words(schema['items']) : 'anything'}, …]`;
  if (type === 'number' || type === 'integer') return numberInWords(schema);
  if (type === 'boolean') return 'true | false';
  return typeof type === 'string' ? type : 'anything';
}

function objectInWords(schema: JsonSchema): string {
  const properties = namedParts(schema['properties']);
  if (properties.length === 0) return '{…}';
  const required = requiredOf(schema);
  const lines = properties.map(([name, own]) => {
    const mayLack = !required.has(name) && !('default' in own);
    const said = words(own);
    const lacking = mayLack && !said.split(' | ').includes('null') ? ' | null' : '';
    return `${JSON.stringify(name)}: ${said}${lacking}`;
  });
  return `{${lines.join(', ')}}`;
}

function numberInWords({ maximum, minimum, type }: JsonSchema): string {
  const noun = type === 'integer' ? 'whole number' : 'number';
  const bounded = [minimum, maximum].every(
    (bound) => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER,
  );
  return bounded ? `${noun} from ${String(minimum)} to ${String(maximum)}` : noun;
}
