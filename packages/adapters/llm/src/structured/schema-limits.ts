import { branchesOf, isSchema, type JsonSchema, namedParts } from './json-schema.ts';

/** What OpenAI publishes for strict schemas. */
const limits = {
  /** Objects within objects. */
  levels: 10,
  properties: 5_000,
  enumValues: 1_000,
  /** Characters of all names and enumerated values. */
  chars: 120_000,
  /** An enumeration of more values than this may have that many characters in all. */
  longEnum: { values: 250, chars: 15_000 },
} as const;

interface Sizes {
  levels: number;
  properties: number;
  enumValues: number;
  chars: number;
  longEnums: boolean;
}

/** True for a converted schema that is no larger than strict servers take. */
export function isWithinLimits(schema: JsonSchema): boolean {
  const sizes: Sizes = { levels: 0, properties: 0, enumValues: 0, chars: 0, longEnums: false };
  measure(schema, 0, sizes);
  for (const [name, definition] of namedParts(schema['$defs'])) {
    sizes.chars += name.length;
    measure(definition, 0, sizes);
  }
  return (
    sizes.levels <= limits.levels &&
    sizes.properties <= limits.properties &&
    sizes.enumValues <= limits.enumValues &&
    sizes.chars <= limits.chars &&
    !sizes.longEnums
  );
}

function measure(schema: JsonSchema, level: number, sizes: Sizes): void {
  const values = Array.isArray(schema['enum']) ? schema['enum'] : [];
  const chars = values.reduce((sum: number, value) => sum + String(value).length, 0);
  sizes.enumValues += values.length;
  sizes.chars += chars;
  sizes.longEnums ||= values.length > limits.longEnum.values && chars > limits.longEnum.chars;
  const isObject = schema['type'] === 'object';
  const below = level + (isObject ? 1 : 0);
  sizes.levels = Math.max(sizes.levels, below);
  for (const [name, property] of namedParts(schema['properties'])) {
    sizes.properties += 1;
    sizes.chars += name.length;
    measure(property, below, sizes);
  }
  if (isSchema(schema['items'])) measure(schema['items'], below, sizes);
  for (const branch of branchesOf(schema) ?? []) measure(branch, below, sizes);
}
