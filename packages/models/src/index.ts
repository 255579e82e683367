export { createModels, type Models, type RoleFunctions } from './models.ts';
export { offlineChunk, offlineCompact, type RoleInput, type RoleObject } from './object-roles.ts';
export { answersSchedule, ordersSchedule } from '@salience/offline';
