import { createHash } from 'node:crypto';
import type { ListedTool } from './listed-tool.ts';
import { cleanText, cutText } from './result-text.ts';

/** What of a tool's definition a model is shown. */
export interface ShownTool {
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** The longest description that a model is shown, in characters. */
const descriptionChars = 1_024;
/** Field names and enumeration values that are shown although the tool's text is not vouched for. */
const plainName = /^[A-Za-z_][\w.-]{0,39}$/;
const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const depthMax = 4;
const fieldsMax = 40;
const valuesMax = 20;

/** All that a server says of a tool and that is used anywhere, as it came. */
export type SaidOfTool = Pick<
  ListedTool,
  'annotations' | 'description' | 'inputSchema' | 'name' | 'outputSchema' | 'title'
>;

/** What its server says of a tool: what an operator reads, and what is hashed. */
export function saidOf(listed: ListedTool): SaidOfTool {
  const { annotations, description, inputSchema, name, outputSchema, title } = listed;
  return { annotations, description, inputSchema, name, outputSchema, title };
}

/**
 * The hash of all that a server says of a tool, 64 hex digits: the same for the same definition, in whatever order its fields
 * come. An operator who has read a tool's definition vouches for exactly that one.
 */
export function definitionHash(listed: ListedTool): string {
  return createHash('sha256')
    .update(JSON.stringify(saidOf(listed), sortedKeys))
    .digest('hex');
}

/**
 * The tool as a model is shown it. What stands in every prompt must not be text from outside (law 10): without an operator who
 * vouched for exactly this definition, a tool is its name and the names and types of its arguments.
 */
export function shownTool(server: string, listed: ListedTool, vouched: string | undefined): ShownTool {
  const frame = `Tool of the external server "${server}".`;
  if (vouched === undefined || vouched !== definitionHash(listed)) {
    return { description: frame, inputSchema: bareSchema(listed.inputSchema, 0) };
  }
  const said = cleanText(listed.description ?? listed.title ?? '').trim();
  const description = cutText(said === '' ? frame : `${frame} ${said}`, descriptionChars);
  return { description, inputSchema: listed.inputSchema };
}

/** A schema without a word of its author's: types, names of fields, and enumerations of plain names. */
function bareSchema(schema: unknown, depth: number): Record<string, unknown> {
  if (!isRecord(schema) || depth > depthMax) return {};
  const { enum: values, items, properties, required, type } = schema;
  const bare: Record<string, unknown> = {};
  if (isType(type) || (Array.isArray(type) && type.length > 0 && type.every(isType))) bare['type'] = type;
  if (Array.isArray(values) && values.length <= valuesMax && values.every(isPlain)) bare['enum'] = values;
  if (isRecord(items)) bare['items'] = bareSchema(items, depth + 1);
  if (isRecord(properties)) {
    const fields = Object.entries(properties)
      .filter(([name]) => plainName.test(name))
      .slice(0, fieldsMax);
    const names = new Set(fields.map(([name]) => name));
    bare['properties'] = Object.fromEntries(
      fields.map(([name, field]) => [name, bareSchema(field, depth + 1)]),
    );
    if (Array.isArray(required)) {
      bare['required'] = required.filter((name) => typeof name === 'string' && names.has(name));
    }
  }
  return bare;
}

function isType(type: unknown): boolean {
  return typeof type === 'string' && types.has(type);
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' ? plainName.test(value) : typeof value !== 'object';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
