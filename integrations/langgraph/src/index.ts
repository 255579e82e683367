export { SalienceStore, type SalienceStoreOptions } from './store.ts';
