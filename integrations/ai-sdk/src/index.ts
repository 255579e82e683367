export { type MemoryTools, type MemoryToolsOptions, memoryTools, type ShownMemory } from './memory-tools.ts';
