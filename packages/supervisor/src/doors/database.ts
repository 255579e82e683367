export { operatorUrl, withOperator } from '../database/operator-database.ts';
export { openOwnFleet, type OwnFleet } from '../database/own-fleet.ts';
export { purgeHome } from '../database/purge-home.ts';
