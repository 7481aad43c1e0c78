import { createHash } from 'node:crypto'
import type { ReadFile } from './plan-worker.ts'
import { readPlan, type PlanInput } from './read-plan.ts'

/** Reads a small trusted file on the caller's thread. Starting a thread takes longer. */
export async function readPlanHere(input: PlanInput): Promise<ReadFile> {
  return structuredClone({ plan: readPlan(input), sha256: createHash('sha256').update(input.bytes).digest('hex') })
}
