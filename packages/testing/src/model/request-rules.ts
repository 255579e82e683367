import type { ModelRequest } from './model-script.ts';
import { strictRefusal } from './strict-rules.ts';

/** What a server answers to a request that breaks its rules: always with status 400. */
export interface RuleBroken {
  readonly code: string;
  readonly message: string;
  readonly param?: string;
}

type Body = Readonly<Record<string, unknown>>;

const name = /^[a-zA-Z0-9_-]{1,64}$/;
const unions = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'] as const;

/** The published rules of its protocol that a request breaks, as the provider words them; undefined where it breaks none. */
export function brokenRule({ body, dialect }: ModelRequest): RuleBroken | undefined {
  if (dialect === 'anthropic') return brokenByAnthropic(body);
  return brokenFormat(body) ?? brokenTools(body) ?? brokenByReasoning(body);
}

function invalid(message: string, param?: string): RuleBroken {
  return { code: 'invalid_request_error', message, ...(param === undefined ? {} : { param }) };
}

function brokenFormat({ messages, response_format: given }: Body): RuleBroken | undefined {
  const format = given as Body | undefined;
  if (format?.['type'] === 'json_object' && !/json/i.test(JSON.stringify(messages)))
    return invalid(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      'messages',
    );
  if (format?.['type'] !== 'json_schema') return undefined;
  const { name: own, schema, strict } = (format['json_schema'] ?? {}) as Body;
  if (typeof own !== 'string' || !name.test(own))
    return invalid("Invalid 'response_format.json_schema.name'.", 'response_format.json_schema.name');
  const refusal = strict === true ? strictRefusal(schema, own) : undefined;
  return refusal === undefined ? undefined : invalid(refusal, 'response_format');
}

function brokenTools({ tools }: Body): RuleBroken | undefined {
  for (const [index, tool] of ((tools ?? []) as { function?: Body }[]).entries()) {
    const { name: own, parameters } = tool.function ?? {};
    const param = `tools[${index}].function`;
    if (typeof own !== 'string' || !name.test(own))
      return invalid(`Invalid '${param}.name': string does not match pattern.`, `${param}.name`);
    const schema = (parameters ?? {}) as Body;
    if (schema['type'] !== 'object' || unions.some((keyword) => keyword in schema))
      return invalid(
        `Invalid schema for function '${own}': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`,
        `${param}.parameters`,
      );
    if (lacksItems(schema))
      return invalid(
        `Invalid schema for function '${own}': array schema missing items.`,
        `${param}.parameters`,
      );
  }
  return undefined;
}

/** True where a list is described without what is in it. */
function lacksItems(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const own = schema as Body;
  if (own['type'] === 'array' && !('items' in own)) return true;
  return Object.values(own).some(lacksItems);
}

/** Models that reason take neither a temperature nor the old name of the limit. */
function brokenByReasoning(body: Body): RuleBroken | undefined {
  if (!/^(?:o[1-9]|gpt-5)/.test(String(body['model']))) return undefined;
  if (body['max_tokens'] !== undefined)
    return {
      ...invalid(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        'max_tokens',
      ),
      code: 'unsupported_parameter',
    };
  if (body['temperature'] !== undefined && body['temperature'] !== 1)
    return {
      ...invalid(
        `Unsupported value: 'temperature' does not support ${JSON.stringify(body['temperature'])} with this model. Only the default (1) value is supported.`,
        'temperature',
      ),
      code: 'unsupported_value',
    };
  return undefined;
}

/** Keywords that Anthropic's constrained decoding does not know. */
const unknownToAnthropic = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'maxItems',
  'oneOf',
  'not',
];
const mostOptional = 24;
const mostUnions = 16;

function brokenByAnthropic(body: Body): RuleBroken | undefined {
  if (typeof body['max_tokens'] !== 'number') return invalid('max_tokens: Field required');
  for (const [index, tool] of ((body['tools'] ?? []) as Body[]).entries()) {
    if (typeof tool['name'] !== 'string' || !name.test(tool['name']))
      return invalid(`tools.${index}.custom.name: String should match pattern`);
    const schema = (tool['input_schema'] ?? {}) as Body;
    if (schema['type'] !== 'object')
      return invalid(`tools.${index}.custom.input_schema.type: Field required`);
    if (['oneOf', 'allOf', 'anyOf'].some((keyword) => keyword in schema))
      return invalid(
        `tools.${index}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`,
      );
  }
  const format = (body['output_config'] as { format?: Body } | undefined)?.format;
  if (format === undefined) return undefined;
  const sizes = { optional: 0, unions: 0 };
  const problem = brokenOutput(format['schema'], sizes);
  if (problem !== undefined) return invalid(`output_config.format.schema: ${problem}`);
  if (sizes.optional > mostOptional || sizes.unions > mostUnions)
    return invalid(
      `Schemas contains too many optional parameters (${sizes.optional}) or parameters with union types (${sizes.unions}).`,
    );
  return undefined;
}

function brokenOutput(schema: unknown, sizes: { optional: number; unions: number }): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  if (Array.isArray(schema)) return schema.map((one) => brokenOutput(one, sizes)).find(Boolean);
  const own = schema as Body;
  const unknown = unknownToAnthropic.find((keyword) => keyword in own && typeof own['type'] === 'string');
  if (unknown !== undefined)
    return `For '${String(own['type'])}' type, property '${unknown}' is not supported`;
  if (own['type'] === 'object' && own['additionalProperties'] !== false)
    return "For 'object' type, 'additionalProperties' must be explicitly set to false";
  const required = new Set((own['required'] ?? []) as string[]);
  const properties = Object.entries((own['properties'] ?? {}) as object);
  sizes.optional += properties.filter(([key]) => !required.has(key)).length;
  if (Array.isArray(own['anyOf'])) sizes.unions += 1;
  return [...properties.map(([, property]) => property as unknown), own['items'], own['anyOf']]
    .map((part) => brokenOutput(part, sizes))
    .find(Boolean);
}
