export { writeBundle } from '../doctor/bundle.ts';
export { checkRoleCalls } from '../doctor/checks/role-calls.ts';
export { type Finding, type Level, severity } from '../doctor/finding.ts';
export { installationRedactor } from '../doctor/redact.ts';
export { runChecks } from '../doctor/run-checks.ts';
export { type AskedApi, openCheckTarget, type CheckTarget } from '../doctor/check-target.ts';
