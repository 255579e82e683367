/** Agents: their row, keys, policy, settings and workspace. */
export { exportMind, importMind } from '../queries/mind.ts';
export type { AgentRow, ApiKeyRow, OpenedByKey, PolicyRow, WorkspaceFile } from '../queries/agents.ts';
export {
  agentTimeZone,
  authenticate,
  createAgent,
  createApiKey,
  findAgent,
  importAgent,
  listAgents,
  listApiKeys,
  loadPolicy,
  loadPolicyVersion,
  revokeApiKey,
  rotateApiKey,
  allowServers,
  allowServerAsShown,
  vouchFiles,
} from '../queries/agents.ts';
export type { IdentityRow } from '../queries/identity.ts';
export { loadIdentity } from '../queries/identity.ts';
export type { AgentSettings } from '../schema/agent-settings.ts';
export { agentSettingsSchema } from '../schema/agent-settings.ts';
