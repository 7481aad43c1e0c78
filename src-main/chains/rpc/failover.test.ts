import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { openFailover, type Failover } from './failover.ts'
import { NodeFault, type FaultKind } from './node-fault.ts'

/** Endpoints that answer or fail as told; what real ones do is tested in endpoint.test.ts. */
const signal = new AbortController().signal

function endpoint(host: string, fault: () => FaultKind | null, asked: string[]): Endpoint {
  return {
    host,
    call(method) {
      asked.push(host)
      const kind = fault()
      return kind === null ? Promise.resolve(host) : Promise.reject(new NodeFault({ kind, host, method, text: '' }))
    },
  }
}
const open = (endpoints: readonly Endpoint[], now: () => number): Failover =>
  openFailover({ endpoints, networkName: 'Net', check: () => Promise.resolve(), now })

test('an endpoint that fails rests, is asked again later, and longer rests follow', async () => {
  const asked: string[] = []
  let down = true
  let now = 0
  const net = open([endpoint('first', () => (down ? 'unreachable' : null), asked), endpoint('second', () => null, asked)], () => now)
  for (let i = 0; i < 3; i++) expect(await net.call('m', [], signal)).toBe('second')
  expect(asked).toEqual(['first', 'second', 'second', 'second'])
  now = 5_000
  await net.call('m', [], signal)
  now = 10_000
  await net.call('m', [], signal)
  expect(asked.filter((host) => host === 'first')).toHaveLength(2)
  now = 15_000
  down = false
  expect(await net.call('m', [], signal)).toBe('first')
})

test('who rests is asked all the same where no other answers', async () => {
  const asked: string[] = []
  const net = open([endpoint('only', () => 'busy', asked)], () => 0)
  await expect(net.call('m', [], signal)).rejects.toMatchObject({ kind: 'busy' })
  await expect(net.call('m', [], signal)).rejects.toMatchObject({ kind: 'busy' })
  expect(asked).toHaveLength(2)
})

test('what one endpoint does not offer costs it no rest; what all would refuse is final', async () => {
  const asked: string[] = []
  let fault: FaultKind = 'unsupported'
  const net = open([endpoint('first', () => fault, asked), endpoint('second', () => null, asked)], () => 0)
  await net.call('m', [], signal)
  await net.call('m', [], signal)
  expect(asked).toEqual(['first', 'second', 'first', 'second'])
  fault = 'too_large'
  await expect(net.call('m', [], signal)).rejects.toMatchObject({ kind: 'too_large' })
})
