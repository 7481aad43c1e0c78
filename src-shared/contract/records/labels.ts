import { z } from 'zod'
import { party } from '../schema.ts'

/** Label look-up (docs/api/rest.md#labels). */
const labelRecord = z
  .object({
    ...party,
    smart_contract: z.boolean(),
  })
  .meta({ id: 'AddressLabel' })
export const labelRecords = z.array(labelRecord)
export type LabelRecord = z.infer<typeof labelRecord>
