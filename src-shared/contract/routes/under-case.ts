import { z } from 'zod'

/** Query parameter of routes that can count the tags and entities of a case. */
export const underCase = z.object({
  case: z.string().max(64).optional().meta({ description: 'A case whose tags and entities count; without it, the answer equals the public records' }),
})
