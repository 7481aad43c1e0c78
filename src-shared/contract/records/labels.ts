import { z } from 'zod'
import { address, tags } from '../schema.ts'

/** Label look-up (docs/api/rest.md#labels). */
const labelRecord = z
  .object({
    address,
    label: z.string().nullable(),
    tags,
    smart_contract: z.boolean(),
  })
  .meta({ id: 'AddressLabel' })
export const labelRecords = z.array(labelRecord)
export type LabelRecord = z.infer<typeof labelRecord>
