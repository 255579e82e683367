type Schema = Readonly<Record<string, unknown>>;

/** Levels of arguments that a recursive schema is followed through; deeper ones are refused before they are checked. */
const dataDepth = 32;

const inPlace = ['not', 'if', 'then', 'else', '$ref'] as const;
const inPlaceLists = ['allOf', 'anyOf', 'oneOf'] as const;
const inPlaceMaps = ['dependentSchemas', 'dependencies'] as const;

/**
 * How many checks one value of the arguments may cost at most, counted along the worst path through them: what stands beside each
 * other adds up, definitions that use one another twice double. Infinite where that is more than `max`, where a definition refers
 * to itself without going deeper into the value, and where a reference leads to no place in this schema. `root` must be bounded.
 */
export function schemaWork(root: object, max: number): number {
  const known = new Map<unknown, number[]>();

  const visit = (schema: unknown, depth: number): number => {
    // What is not there costs nothing; true and false are schemas too.
    if (!isSchema(schema)) return schema === undefined ? 0 : 1;
    const byDepth = known.get(schema) ?? [];
    known.set(schema, byDepth);
    const before = byDepth[depth];
    if (before !== undefined) return before;
    // Whoever comes by again before it is known goes in a circle.
    byDepth[depth] = Number.POSITIVE_INFINITY;
    const work = count(schema, depth);
    byDepth[depth] = work > max ? Number.POSITIVE_INFINITY : work;
    return byDepth[depth];
  };
  const count = (schema: Schema, depth: number): number => {
    let work = 1 + ownWork(schema);
    for (const part of partsInPlace(schema, root)) {
      if (part === undefined) return Number.POSITIVE_INFINITY;
      work += visit(part, depth);
      if (work > max) return work;
    }
    if (depth === 0) return work;
    const deeper = (parts: readonly unknown[]): number[] => parts.map((part) => visit(part, depth - 1));
    const named = deeper([...valuesOf(schema['properties']), schema['additionalProperties']]);
    const listed = deeper([
      ...listOf(schema['prefixItems']),
      ...listOf(schema['items']),
      schema['additionalItems'],
    ]);
    const fields = greatest(named) + sum(deeper([schema['propertyNames'], schema['unevaluatedProperties']]));
    const items = greatest(listed) + sum(deeper([schema['contains'], schema['unevaluatedItems']]));
    // A value is an object or a list.
    return work + Math.max(fields, items);
  };
  return visit(root, dataDepth);
}

function partsInPlace(schema: Schema, root: object): unknown[] {
  return [
    ...inPlace.flatMap((key) => {
      if (!Object.hasOwn(schema, key)) return [];
      return [key === '$ref' ? referred(schema[key], root) : schema[key]];
    }),
    ...inPlaceLists.flatMap((key) => listOf(schema[key])),
    ...inPlaceMaps.flatMap((key) => valuesOf(schema[key]).filter(isSchema)),
  ];
}

/** What a reference names; undefined for all but `#` and the path of a place in this schema. */
function referred(ref: unknown, root: object): unknown {
  if (ref === '#') return root;
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined;
  let place: unknown = root;
  for (const written of ref.slice(2).split('/')) {
    const key = unescaped(written);
    if (key === undefined || typeof place !== 'object' || place === null || !Object.hasOwn(place, key))
      return undefined;
    place = (place as Schema)[key];
  }
  return place;
}

function unescaped(written: string): string | undefined {
  try {
    return decodeURIComponent(written).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}

/** What is compared at the value itself. */
function ownWork(schema: Schema): number {
  const compared = ['enum', 'required'].map((key) => listOf(schema[key]).length);
  return sum(compared) + valuesOf(schema['properties']).length;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [value];
}

function valuesOf(value: unknown): readonly unknown[] {
  return isSchema(value) ? Object.values(value) : [];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function greatest(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), 0);
}
