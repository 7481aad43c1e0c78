import { expect, test } from 'vitest'
import { waitText } from './waits.ts'

test('says which endpoint a read waits for, and why', () => {
  expect(waitText([])).toBeNull()
  expect(waitText([{ host: 'node.example', perSecond: 9.83, callsPerRequest: 1, pausedMs: 800 }])).toBe(
    'Waiting for node.example: it allows about 10 calls a second.',
  )
  expect(waitText([{ host: 'node.example', perSecond: 10, callsPerRequest: 50, pausedMs: 0 }])).toBe(
    'Waiting for node.example: it allows about 10 requests a second, of up to 50 calls each.',
  )
  expect(waitText([{ host: 'node.example', perSecond: 0.2, callsPerRequest: 1, pausedMs: 0 }])).toBe(
    'Waiting for node.example: it allows about 12 calls a minute.',
  )
  expect(waitText([{ host: 'node.example', perSecond: null, callsPerRequest: 1, pausedMs: 0 }])).toBe(
    'Waiting for node.example: it limits how fast it may be called.',
  )
  expect(waitText([{ host: 'node.example', perSecond: 10, callsPerRequest: 1, pausedMs: 600_000 }])).toBe(
    'Waiting for node.example: it asks for a pause, which ends in 10 minutes.',
  )
})
