import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import type { ToolMessage, ToolPrompt, TranscriptCall, TranscriptResult } from '@salience/context';
import { cleanText } from './clean-text.ts';
import type { ToolNames } from './tool-names.ts';

/** A tool that a planner may ask for. */
export interface PlanTool {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly inputSchema: object;
}

type AssistantMessage = Extract<ToolMessage, { role: 'assistant' }>;

/**
 * A transcript in the providers' form. Every call gets exactly one result, right behind the answer that asked for it: providers
 * refuse a transcript where one is missing, so what was never answered is closed here, and a result without its call is left out.
 */
export function toToolPrompt(prompt: ToolPrompt, names: ToolNames): LanguageModelV4Prompt {
  const written: LanguageModelV4Prompt = [{ role: 'system', content: prompt.system }];
  for (const [at, message] of prompt.messages.entries()) {
    if (message.role === 'user')
      written.push({ role: 'user', content: [{ type: 'text', text: cleanText(message.content) }] });
    if (message.role === 'assistant')
      written.push(...assistantTurn(message, resultsAfter(prompt.messages, at), names));
  }
  return written;
}

function assistantTurn(
  { calls, content }: AssistantMessage,
  results: ReadonlyMap<string, TranscriptResult>,
  names: ToolNames,
): LanguageModelV4Message[] {
  const said = cleanText(content);
  // An empty text is refused by providers that count it as a part of its own.
  const text = said.trim() === '' ? [] : [{ type: 'text' as const, text: said }];
  const asked = calls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: names.toWire(call.tool),
    input: call.arguments ?? {},
  }));
  if (text.length + asked.length === 0) return [];
  const answer: LanguageModelV4Message = { role: 'assistant', content: [...text, ...asked] };
  if (asked.length === 0) return [answer];
  const outcomes = calls.map((call) => resultPart(call, results.get(call.id), names));
  return [answer, { role: 'tool', content: outcomes }];
}

function resultPart(
  { id, tool }: TranscriptCall,
  result: TranscriptResult | undefined,
  names: ToolNames,
): LanguageModelV4ToolResultPart {
  const failed = result?.failed ?? true;
  const value = cleanText(result?.text ?? 'There is no result: the call was interrupted.');
  return {
    type: 'tool-result',
    toolCallId: id,
    toolName: names.toWire(tool),
    output: { type: failed ? 'error-text' : 'text', value },
  };
}

/** The results between an answer and what was said next. */
function resultsAfter(messages: readonly ToolMessage[], at: number): Map<string, TranscriptResult> {
  const found = new Map<string, TranscriptResult>();
  for (const message of messages.slice(at + 1)) {
    if (message.role !== 'tool') break;
    for (const result of message.results) found.set(result.callId, result);
  }
  return found;
}

/** What may be called, in the providers' form. */
export function toModelTools(tools: readonly PlanTool[], names: ToolNames): LanguageModelV4FunctionTool[] {
  return tools.map(({ description, inputSchema, name }) => ({
    type: 'function',
    name: names.toWire(name),
    description,
    inputSchema,
  }));
}

/** The names of the tools that a transcript speaks of. */
export function toolsCalledIn(messages: readonly ToolMessage[]): string[] {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  return [...new Set(calls.map(({ tool }) => tool))];
}
