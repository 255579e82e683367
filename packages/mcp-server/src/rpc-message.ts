import { JSONRPCMessageSchema, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';

/** Whether a value is one message of the protocol: a request, a notification, or an answer. */
export function isRpcMessage(value: unknown): boolean {
  return JSONRPCMessageSchema.safeParse(value).success;
}

/** The versions of the protocol that are spoken, the newest first. */
export const protocolVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;
