// Packages of ours as their users install them, and the programs of a README run with them.
export { type Installed, installPublished, programsOf } from '../published/publish.ts';
