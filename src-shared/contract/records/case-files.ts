import { z } from 'zod'
import { networkId, tokenAddressText, unixSeconds } from '../schema.ts'
import { caseRecord } from './cases.ts'

/** What a check of a case file found (docs/cases.md#the-case-file). */

const comparison = z.object({
  network: networkId,
  token_address: tokenAddressText,
  differs: z.array(z.string()).meta({ description: 'Records whose figures differ from the file; empty if all are equal to the digit' }),
})

export const caseFileReport = z.object({
  record: caseRecord,
  made_at: unixSeconds,
  root: z.string().meta({ description: 'Hash over all hashes of the manifest' }),
  intact: z.boolean().meta({ description: 'Every record has the hash that the manifest states' }),
  altered: z.array(z.string()).meta({ description: 'Records that were changed since the file was made, at most 100' }),
  seal: z
    .object({
      fingerprint: z.string(),
      public_key: z.string().meta({ description: 'Ed25519, SubjectPublicKeyInfo in base64' }),
      holds: z.boolean(),
      own: z.boolean().meta({ description: 'The key of this machine' }),
    })
    .nullable()
    .meta({ description: 'null for a file without a seal' }),
  tokens: z.array(comparison).meta({ description: 'Each token, recomputed from the facts, labels and rules in the file' }),
})
export type CaseFileReport = z.infer<typeof caseFileReport>

/** The file in which a case was last saved, or from which it was continued. Its report names it. */
export const savedCaseFile = z.object({ root: z.string(), made_at: unixSeconds, revision: z.int() })
export type SavedCaseFile = z.infer<typeof savedCaseFile>

export const importedCase = z.object({
  id: z.string(),
  added: z.array(z.object({ network: networkId, address: tokenAddressText })),
  kept: z
    .array(z.object({ network: networkId, address: tokenAddressText }))
    .meta({ description: 'Tokens that were already stored. Their facts do not change' }),
  differs: z.array(comparison).meta({ description: 'The figures under the labels and rules of this machine' }),
})
