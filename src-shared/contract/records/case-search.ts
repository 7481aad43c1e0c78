import { z } from 'zod'
import { noteTarget } from './cases.ts'

/** What a search over cases finds (docs/cases.md#search). */
const caseHit = z.object({
  case_id: z.string(),
  case_name: z.string().nullable(),
  kind: z.enum(['case', 'token', 'wallet', 'note', 'finding', 'tag', 'entity', 'view']),
  id: z.string().nullable().meta({ description: 'Of a note, finding, entity or view' }),
  text: z.string().meta({ description: 'One line around the first match' }),
  target: noteTarget.nullable().meta({ description: 'What it is about; null for findings, entities and views' }),
})
export type CaseHit = z.infer<typeof caseHit>
export const caseHits = z.object({ hits: z.array(caseHit).meta({ description: 'Tokens by symbol or name first, then the newest' }) })
