import { expect, it } from 'vitest'
import type { JobRecord, JobStage } from '../../src-shared/contract/records/jobs.ts'
import { progressPrinter } from './progress.ts'

const stage = (name: JobStage['name'], state: JobStage['state'], done: number, rest: Partial<JobStage> = {}): JobStage => ({
  ...{ name, state, done, total: null, unit: 'blocks', message: null, started_at: null, ended_at: null },
  ...rest,
})

const job = (stages: JobStage[], rest: Partial<JobRecord> = {}): JobRecord => ({
  ...{ id: 'a', kind: 'read', network: 'eth', token_address: '0x1', state: 'running', stages },
  ...{ created_at: 0, updated_at: 0, seconds_left: null, error: null, options: { depth: 500, since_block: null } },
  ...rest,
})

/** What is written to a terminal or a pipe for successive states of a job. */
function written(isTTY: boolean, jobs: readonly JobRecord[]): string {
  let text = ''
  const printer = progressPrinter({ isTTY, write: (part: string) => (text += part) } as unknown as NodeJS.WriteStream)
  for (const each of jobs) printer.show(each)
  const last = jobs.at(-1)
  if (last !== undefined) printer.end(last)
  return text
}

it('prints each stage of a read once in a pipe, when it has ended', () => {
  const token = stage('token', 'done', 1, { unit: 'tokens' })
  const waiting = stage('holders', 'waiting', 0)
  const jobs = [
    job([stage('token', 'running', 0), waiting]),
    job([token, stage('transfers', 'running', 600, { total: 1_200 }), waiting]),
    job([token, stage('transfers', 'done', 1_200, { total: 1_200 }), stage('holders', 'skipped', 0, { message: 'The list is too long' })]),
  ]
  expect(written(false, jobs)).toBe('token done, 1 token\ntransfers done, 1,200 blocks\nholders skipped, 0 blocks: The list is too long\n')
})

it('names why a failed read ended, and not what it therefore left out', () => {
  const failed = job([stage('transfers', 'failed', 3, { message: 'The endpoint is gone' }), stage('holders', 'skipped', 0)], { state: 'failed' })
  expect(written(false, [failed])).toBe('transfers failed, 3 blocks: The endpoint is gone\n')
})

it('draws a bar on a terminal, with what is left, and writes over all of it', () => {
  const left = { seconds_left: 120, seconds_left_at_most: 300, calls_left: { at_least: 90, at_most: 95 } }
  const lines = written(true, [
    job([stage('transfers', 'running', 300, { total: 1_200 })], left),
    job([stage('transfers', 'running', 600)]),
    job([stage('transfers', 'done', 1_200)]),
  ]).split('\r')
  const bar = `transfers ${'█'.repeat(6)}${'░'.repeat(18)} 300/1200 blocks, 2 to 5 min and about 95 calls left`
  const unbounded = 'transfers: 600 blocks'
  expect(lines).toEqual(['', bar, expect.stringMatching(new RegExp(`^${unbounded} +$`)), expect.stringMatching(/^transfers done, 1,200 blocks *\n$/)])
  expect(lines[2]?.length).toBeGreaterThanOrEqual(bar.length)
  expect(lines[3]?.trimEnd().length).toBeGreaterThanOrEqual(unbounded.length)
})
