export { faultOf, readAddress, type Address, type Server } from './address.ts';
export { clientOf, poolOf, type ClientSettings, type PoolSettings } from './connect.ts';
export { leadsToPooler, requireDirect } from './pooler.ts';
