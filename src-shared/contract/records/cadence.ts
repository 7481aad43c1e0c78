import { z } from 'zod'

const A_WEEK_IN_MINUTES = 10_080

/** How often snapshots of followed tokens are taken automatically. */
export const cadenceRecord = z
  .object({ every_minutes: z.int().min(1).max(A_WEEK_IN_MINUTES).nullable().meta({ description: 'null: no automatic snapshots' }) })
  .meta({ id: 'Cadence' })
export type CadenceRecord = z.infer<typeof cadenceRecord>
