import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ApiError } from '@salience/client';

/** The answer of a tool: as an object, and as its JSON for clients that read text. */
export function told(value: Readonly<Record<string, unknown>>): CallToolResult {
  return { structuredContent: value, content: [{ type: 'text', text: JSON.stringify(value) }] };
}

/** What went wrong, in a sentence that says what to do. */
export function failed(message: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: message }] };
}

const unreachable =
  'Start Salience ("npm start"), and see that SALIENCE_HOME or SALIENCE_URL in the setting of this server are those of it.';

/** Runs a tool; what the API refuses becomes an error of the tool, with the API's code and sentence. */
export async function answered(run: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message } = error;
    return failed(code === 'client.no-answer' ? `${code}: ${message} ${unreachable}` : `${code}: ${message}`);
  }
}
