/** The schema: migrations, the roles of the apps, and what a server looks like to the doctor. */
export { checkSchema, schemaVersion } from '../check-schema.ts';
export type { AppRole, MigrateOptions, Migrated, PolicySeed } from '../migrate.ts';
export { appRoles, bulkSenders, migrate, provisionDatabase } from '../migrate.ts';
export type { RoleFacts, ServerFacts, TableSize } from '../queries/diagnosis.ts';
export {
  countMigrations,
  inspectRoles,
  inspectServer,
  tableSizes,
  unguardedFunctions,
  unprotectedTables,
} from '../queries/diagnosis.ts';
