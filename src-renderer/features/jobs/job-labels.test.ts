import { describe, expect, it } from 'vitest'
import type { JobRecord, JobStage } from '../../../src-shared/contract/records/jobs.ts'
import { blockOf, canCancel, canReadAgain, canResume, currentStage, jobProgress, stageRate } from './job-labels.ts'

const stage = (over: Partial<JobStage>): JobStage => ({
  name: 'transfers',
  state: 'waiting',
  done: 0,
  total: null,
  unit: 'blocks',
  message: null,
  started_at: null,
  ended_at: null,
  ...over,
})
const job = (stages: JobStage[], state: JobRecord['state'] = 'running'): JobRecord => ({
  id: 'j',
  kind: 'read',
  network: 'eth',
  token_address: '0x',
  state,
  stages,
  created_at: 0,
  updated_at: 0,
  seconds_left: null,
  error: null,
  options: { depth: 500, since_block: null },
})

describe('job progress', () => {
  it('counts finished stages and the known part of the running one', () => {
    expect(
      jobProgress(job([stage({ state: 'done' }), stage({ state: 'running', done: 50, total: 100 }), stage({}), stage({ state: 'skipped' })])),
    ).toBe(0.625)
  })

  it('counts nothing for a stage without a total', () => {
    expect(jobProgress(job([stage({ state: 'running', done: 9_000 }), stage({})]))).toBe(0)
    expect(jobProgress(job([]))).toBe(0)
  })

  it('finds the running stage and its rate', () => {
    const running = stage({ state: 'running', done: 300, started_at: 100 })
    expect(currentStage(job([stage({ state: 'done' }), running]))).toBe(running)
    expect(stageRate(running, 110)).toBe(30)
    expect(stageRate(running, 101)).toBe(300)
    expect(stageRate(running, 100)).toBeNull()
    expect(stageRate(stage({}), 110)).toBeNull()
  })
})

describe('job actions', () => {
  it.each([
    ['queued', true, false],
    ['running', true, false],
    ['done', false, false],
    ['failed', false, true],
    ['cancelled', false, true],
    ['interrupted', false, true],
  ] as const)('%s', (state, cancel, resume) => {
    expect(canCancel(job([], state))).toBe(cancel)
    expect(canResume(job([], state))).toBe(resume)
    expect(canReadAgain(job([], state))).toBe(state === 'done')
  })
})

describe('a typed block number', () => {
  it.each([
    ['', null],
    [' 1,234 567 ', 1_234_567],
    ['0', 0],
    ['-1', 'invalid'],
    ['latest', 'invalid'],
    ['99999999999999999999', 'invalid'],
  ])('%s', (text, block) => expect(blockOf(text)).toBe(block))
})
