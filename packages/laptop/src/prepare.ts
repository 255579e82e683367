import { carryOutPreparation } from '@salience/supervisor/preparation';

await carryOutPreparation();
