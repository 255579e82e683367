export { createModels, type Models, type RoleFunctions } from './models.ts';
export { modelsNamed } from './named-models.ts';
export { offlineChunk, offlineCompact, type RoleInput, type RoleObject } from './object-roles.ts';
export { answersOrder, asksForPart, isRefusal, isSentence, ordersSchedule } from '@salience/offline';
