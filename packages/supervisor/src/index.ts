export { type DetachedSupervisor, hasLauncher, reportToLauncher, startDetached } from './up/detached.ts';
export { bringUp, type RunningSalience, type UpOptions } from './up/bring-up.ts';
export { type ListenAddress, listenAddress } from './up/listen-address.ts';
export type { Progress } from './up/progress.ts';
export { stopHome } from './down/stop-home.ts';
export type { SupervisorEvent } from './supervise/process-spec.ts';
