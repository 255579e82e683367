import { z } from 'zod';

/** What a model proposes of a result that the rules accepted: whether it fits what was asked, and why. */
export const criticOpinionSchema = z.object({ fits: z.boolean(), reason: z.string().max(200) });
export type CriticOpinion = z.infer<typeof criticOpinionSchema>;
