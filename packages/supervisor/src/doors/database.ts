export { operatorUrl, purgeHome, withOperator } from '../database/operator-database.ts';
export { openOwnFleet, type OwnFleet } from '../database/own-fleet.ts';
