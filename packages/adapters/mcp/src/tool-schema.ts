import { Ajv, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { countNodes, isBounded } from './bounds.ts';
import { schemaWork } from './schema-work.ts';

/** Says what is wrong with arguments, in words for a model, or null when they fit. */
export type ArgumentCheck = (args: Readonly<Record<string, unknown>>) => string | null;

/** A larger schema is refused unread, in characters of JSON. */
const charsMax = 65_536;

/** A deeper schema is refused unread. */
const depthMax = 40;

/** A schema that may cost more checks than this for one value is refused: definitions that use one another twice double. */
const workMax = 10_000;

/** Checks that arguments may cost in all; about a tenth of a second. */
const checksMax = 2_000_000;

/** Maximum problems reported to a model at once. */
const problemsMax = 5;

// Schemas come from strangers: expressions in them could run for ever, comparing each item with each other takes the square of
// their number, and names of places that only a validator resolves cannot be counted. They are left to the server itself, and
// nothing is fetched that they refer to. Their dialect was chosen from `$schema` before.
const unsafeKeywords = new Set([
  'pattern',
  'patternProperties',
  'format',
  'uniqueItems',
  '$async',
  '$schema',
  '$id',
  'id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveAnchor',
  '$recursiveRef',
]);
const settings = {
  strict: false,
  allErrors: true,
  validateFormats: false,
  logger: false,
  addUsedSchema: false,
  // A large definition would be written out at every place that names it.
  inlineRefs: false,
} as const;

/**
 * Makes the check of a tool's arguments from its JSON schema (2020-12, or draft 7 where it says so). Null when the schema
 * is too large, too deep, too much work, or no schema: such a tool must not be offered. Neither this nor the check throws.
 */
export function argumentCheck(inputSchema: object): ArgumentCheck | null {
  try {
    // Counted first: writing it as JSON would not survive every nesting.
    if (!isBounded(inputSchema) || !isTellable(inputSchema)) return null;
    const schema = withoutExpressions(inputSchema, 0);
    if (schema === undefined) return null;
    const work = schemaWork(schema, workMax);
    return Number.isFinite(work) ? compiled(schema, dialectOf(inputSchema), work) : null;
  } catch {
    // What is no schema, or refers to what is not in it.
    return null;
  }
}

function compiled(schema: object, ajv: Ajv, work: number): ArgumentCheck {
  try {
    const validate = ajv.compile(schema);
    return (args) => {
      const nodes = countNodes(args, Math.floor(checksMax / work));
      if (nodes === undefined)
        return 'The arguments are too many or too deep to be checked. Send fewer or flatter ones.';
      try {
        return validate(args) ? null : problemText(validate.errors ?? []);
      } catch {
        return 'The arguments cannot be checked against what this tool takes. Send simpler ones.';
      }
    };
  } finally {
    // Lists of tools come again and again; what is compiled lives in the check alone.
    ajv.removeSchema(schema);
  }
}

/** True for a schema of no more than 65,536 characters in which every text is one that models and stores take. */
function isTellable(schema: object): boolean {
  const json = JSON.stringify(schema);
  return json.length <= charsMax && !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json);
}

// One for each dialect, made when first needed: an instance costs tens of milliseconds.
let draft7: Ajv | undefined;
let draft2020: Ajv2020 | undefined;

function dialectOf(inputSchema: object): Ajv {
  const dialect = '$schema' in inputSchema ? String(inputSchema.$schema) : '';
  if (/draft-0[4-7]/.test(dialect)) return (draft7 ??= new Ajv(settings));
  return (draft2020 ??= new Ajv2020(settings));
}

/** A copy without what may run for ever; undefined when it is too deep. Names of properties are kept whatever they are. */
function withoutExpressions(schema: object, depth: number, names = false): object | undefined {
  if (depth > depthMax) return undefined;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (!names && unsafeKeywords.has(key)) continue;
    const isNames = !names && (key === 'properties' || key === '$defs' || key === 'definitions');
    const kept = safeValue(value, depth + 1, isNames);
    if (kept === undefined) return undefined;
    Object.defineProperty(copy, key, { value: kept, enumerable: true, writable: true, configurable: true });
  }
  return copy;
}

function safeValue(value: unknown, depth: number, names: boolean): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => safeValue(item, depth + 1, false));
    return items.includes(undefined) ? undefined : items;
  }
  return typeof value === 'object' && value !== null ? withoutExpressions(value, depth, names) : value;
}

function problemText(errors: readonly ErrorObject[]): string {
  const problems = errors.map((error) => {
    const place =
      error.instancePath === '' ? 'the arguments' : `"${error.instancePath.slice(1).replaceAll('/', '.')}"`;
    return `${place} ${error.message ?? 'do not fit'}${expectedOf(error)}`;
  });
  const told = [...new Set(problems)].slice(0, problemsMax);
  return `The arguments do not fit this tool: ${told.join('; ')}. Call it again with arguments that do.`;
}

/** What is named in the schema and not in the library's sentence. */
function expectedOf(error: ErrorObject): string {
  const params = error.params as Readonly<Record<string, unknown>>;
  if (error.keyword === 'enum') return `: ${JSON.stringify(params['allowedValues']).slice(0, 300)}`;
  if (error.keyword === 'const') return `: ${JSON.stringify(params['allowedValue']).slice(0, 300)}`;
  if (error.keyword === 'additionalProperties')
    return `: "${String(params['additionalProperty']).slice(0, 80)}"`;
  return '';
}
