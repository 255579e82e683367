export {
  type HttpServer,
  type McpConfig,
  parseMcpConfig,
  readMcpConfig,
  type ServerConfig,
  type StdioServer,
  type ToolSettings,
} from './config.ts';
export {
  admitServers,
  findIsolation,
  type Isolation,
  type IsolationOptions,
  type RefusedServer,
} from './isolation.ts';
export { createMcp, type Mcp, type McpOptions } from './mcp.ts';
export type { McpTool, Vouched } from './mcp-tool.ts';
export { type LateAnswer, type ToolCallRequest } from './run-call.ts';
export type { McpLog } from './server-log.ts';
export type { SaidOfTool } from './shown-tool.ts';
export { type Vouch, writeVouches } from './write-vouches.ts';
