export { carryOutPreparation } from '../preparation/carry-out.ts';
export { migrateGivenDatabase } from '../up/migrate-given-database.ts';
