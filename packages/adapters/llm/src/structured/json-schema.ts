import { z } from 'zod';

/** A JSON Schema, or a part of one, as plain data. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Schemas are constants; describing one costs more than a small answer. */
const described = new WeakMap<z.ZodType, JsonSchema>();

/** What a schema of ours accepts, as JSON Schema with everything that it says: lengths, bounds, formats, defaults. */
export function describeSchema(schema: z.ZodType): JsonSchema {
  const known = described.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  described.set(schema, known as JsonSchema);
  return known as JsonSchema;
}

/** True for a part of a schema that says something; `true`, `false` and absent parts do not. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The parts below a keyword that holds several by name (`properties`, `$defs`), in their order. */
export function namedParts(value: unknown): [name: string, part: JsonSchema][] {
  if (!isSchema(value)) return [];
  return Object.entries(value).map(([name, part]) => [name, isSchema(part) ? part : {}]);
}

/** The names that `required` lists. */
export function requiredOf(schema: JsonSchema): ReadonlySet<unknown> {
  return new Set(Array.isArray(schema['required']) ? schema['required'] : []);
}

/** The branches of a union, however it is written: `anyOf`, `oneOf`, several types. Undefined where it is none. */
export function branchesOf(schema: JsonSchema): JsonSchema[] | undefined {
  const union = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(union)) return union.map((branch) => (isSchema(branch) ? branch : {}));
  const { enum: values, type } = schema;
  return Array.isArray(type) && values === undefined
    ? type.map((one: unknown) => ({ ...schema, type: one }))
    : undefined;
}

/** True for a part that accepts null and nothing else. */
export function isNull(schema: JsonSchema): boolean {
  return schema['type'] === 'null';
}
