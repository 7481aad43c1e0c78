import { createHash } from 'node:crypto'
import { z } from 'zod'
import { NETWORK_IDS } from '../../src-shared/networks.ts'

/** The published weights (resources/scan/score-weights.json): points, groups, caps and bands, validated on read. */

const GROUPS = ['exit', 'tax', 'authority', 'liquidity', 'distribution', 'origin'] as const
export type FindingGroup = (typeof GROUPS)[number]

const finding = z.object({
  id: z.string(),
  networks: z.array(z.enum(NETWORK_IDS)),
  field: z.string(),
  condition: z.string(),
  points: z.int().min(1).max(100),
  group: z.enum(GROUPS),
  severity: z.enum(['info', 'low', 'medium', 'high', 'critical']),
  reason: z.string(),
})
export type FindingWeight = z.infer<typeof finding>

const weightsFile = z.object({
  bands: z.array(z.object({ min: z.int(), message: z.string() })).min(1),
  ladders: z.array(z.array(z.string())),
  group_caps: z.record(z.enum(GROUPS), z.int().positive()),
  joint_caps: z.array(z.object({ groups: z.array(z.enum(GROUPS)), cap: z.int().positive(), excess_from: z.enum(GROUPS) })),
  examples: z.array(z.object({ name: z.string(), findings: z.array(z.string()), score: z.int(), message: z.string() })),
  findings: z.array(finding),
})

export interface Weights extends z.infer<typeof weightsFile> {
  /** SHA-256 of the file. A report states the version it was computed with. */
  readonly version: string
}

/** @throws ZodError naming what does not fit, SyntaxError for bytes that are not JSON */
export function readWeights(bytes: Uint8Array): Weights {
  const parsed = weightsFile.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  return { ...parsed, version: createHash('sha256').update(bytes).digest('hex') }
}
