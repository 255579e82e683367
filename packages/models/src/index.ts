export { createModels, type Models, type RoleFunctions } from './models.ts';
export { offlineChunk, type RoleInput, type RoleObject } from './object-roles.ts';
