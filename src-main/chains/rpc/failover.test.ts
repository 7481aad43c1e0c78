import { describe, expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { openFailover, type Failover } from './failover.ts'
import { NodeFault, type FaultKind } from './node-fault.ts'

/** Endpoints that answer or fail as scripted; endpoint.test.ts tests real ones. */
const signal = new AbortController().signal
const UNLIMITED = { pausedMs: () => 0, waiting: () => null }

function endpoint(host: string, fault: () => FaultKind | null, calledHosts: string[]): Endpoint {
  return {
    ...UNLIMITED,
    host,
    call(method) {
      calledHosts.push(host)
      const kind = fault()
      return kind === null ? Promise.resolve(host) : Promise.reject(new NodeFault({ kind, host, method, text: '' }))
    },
  }
}
const open = (endpoints: readonly Endpoint[], now: () => number): Failover =>
  openFailover({ endpoints, networkName: 'Net', check: () => Promise.resolve(), now })

test('suspends a failing endpoint, retries it later, and doubles the suspension', async () => {
  const calledHosts: string[] = []
  let down = true
  let now = 0
  const net = open([endpoint('first', () => (down ? 'unreachable' : null), calledHosts), endpoint('second', () => null, calledHosts)], () => now)
  for (let i = 0; i < 3; i++) expect(await net.call('m', [], signal)).toBe('second')
  expect(calledHosts).toEqual(['first', 'second', 'second', 'second'])
  now = 5_000
  await net.call('m', [], signal)
  now = 10_000
  await net.call('m', [], signal)
  expect(calledHosts.filter((host) => host === 'first')).toHaveLength(2)
  now = 15_000
  down = false
  expect(await net.call('m', [], signal)).toBe('first')
})

test('calls a suspended endpoint when no other answers', async () => {
  const calledHosts: string[] = []
  const net = open([endpoint('only', () => 'unreachable', calledHosts)], () => 0)
  await expect(net.call('m', [], signal)).rejects.toMatchObject({ kind: 'unreachable' })
  await expect(net.call('m', [], signal)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(calledHosts).toHaveLength(2)
})

describe('an endpoint that asks for a pause', () => {
  /** Refuses while it is paused, unless the call waits for the pause to end. */
  function pausing(host: string, pause: { ms: number }, calledHosts: string[]): Endpoint {
    return {
      ...UNLIMITED,
      host,
      pausedMs: () => pause.ms,
      call(method, _params, _signal, { patienceMs = Number.POSITIVE_INFINITY } = {}) {
        calledHosts.push(host)
        return pause.ms > patienceMs ? Promise.reject(new NodeFault({ kind: 'busy', host, method, text: '' })) : Promise.resolve(host)
      },
    }
  }

  test('is left for another one, and preferred again after it', async () => {
    const calledHosts: string[] = []
    const pause = { ms: 0 }
    const net = open([pausing('first', pause, calledHosts), pausing('second', { ms: 0 }, calledHosts)], () => 0)
    expect(await net.call('m', [], signal)).toBe('first')
    pause.ms = 60_000
    expect(await net.call('m', [], signal)).toBe('second')
    pause.ms = 1_000
    expect(await net.call('m', [], signal)).toBe('first')
    expect(calledHosts).toEqual(['first', 'second', 'first'])
  })

  test('is waited for when the others do not have the answer', async () => {
    const net = open([pausing('first', { ms: 60_000 }, []), endpoint('second', () => 'unsupported', [])], () => 0)
    expect(await net.call('m', [], signal)).toBe('first')
    const both = open([pausing('long', { ms: 60_000 }, []), pausing('short', { ms: 5_000 }, [])], () => 0)
    expect(await both.call('m', [], signal)).toBe('short')
  })
})

test('does not suspend an endpoint for an unsupported call, and stops at a fault that every endpoint would repeat', async () => {
  const calledHosts: string[] = []
  let fault: FaultKind = 'unsupported'
  const net = open([endpoint('first', () => fault, calledHosts), endpoint('second', () => null, calledHosts)], () => 0)
  await net.call('m', [], signal)
  await net.call('m', [], signal)
  expect(calledHosts).toEqual(['first', 'second', 'first', 'second'])
  fault = 'too_large'
  await expect(net.call('m', [], signal)).rejects.toMatchObject({ kind: 'too_large' })
})

test('asks the next endpoint for what one does not have, and lists each endpoint alone', async () => {
  const holding = (host: string, answer: unknown): Endpoint => ({ ...UNLIMITED, host, call: () => Promise.resolve(answer) })
  const open = (...endpoints: Endpoint[]): Failover =>
    openFailover({ endpoints, networkName: 'Net', check: () => Promise.resolve(), isMissing: (method, answer) => method === 'm' && answer === null })
  const net = open(holding('first', null), holding('second', 7))
  expect(await net.call('m', [], signal)).toBe(7)
  expect(await net.call('other', [], signal)).toBeNull()
  expect(await open(holding('first', null), holding('second', null)).call('m', [], signal)).toBeNull()
  expect(await Promise.all(net.each().map(async (one) => [one.hosts, await one.call('m', [], signal)]))).toEqual([
    ['first', null],
    ['second', 7],
  ])
})

test('a cancelled call that checked the endpoint first does not fail the call that waited for it', async () => {
  const first = new AbortController()
  const check = (_endpoint: unknown, own: AbortSignal): Promise<void> =>
    own === first.signal
      ? new Promise((_resolve, reject) => own.addEventListener('abort', () => reject(own.reason as Error), { once: true }))
      : Promise.resolve()
  const net = openFailover({ endpoints: [endpoint('only', () => null, [])], networkName: 'Net', check })
  const cancelled = net.call('m', [], first.signal)
  const waiting = net.call('m', [], signal)
  first.abort(new Error('cancelled'))
  await expect(cancelled).rejects.toThrow('cancelled')
  expect(await waiting).toBe('only')
})
