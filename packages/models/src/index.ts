export { createModels, type Models, type RoleFunctions } from './models.ts';
export type { RoleInput, RoleObject } from './object-roles.ts';
