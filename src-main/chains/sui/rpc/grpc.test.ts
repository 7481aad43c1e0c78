import { getEventListeners, once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Ledger } from '../../../../e2e/fixtures/sui/ledger.ts'
import { startSuiNode, type SuiTestNode } from '../../../../e2e/fixtures/sui/node.ts'
import { parseSuiEndpoint } from './endpoint.ts'
import { createGrpcClient, type GrpcClient } from './grpc.ts'
import { cacheCheckpoints } from './node.ts'
import { anyOf, sentBy } from './scan/filter.ts'
import { scanTransactions } from './scan/scan.ts'

let node: SuiTestNode
let client: GrpcClient
beforeAll(async () => {
  const ledger = new Ledger()
  ledger.seal(10)
  node = await startSuiNode(ledger)
  client = createGrpcClient(
    node.endpoints.map(parseSuiEndpoint).filter(({ protocol }) => protocol === 'grpc'),
    () => 0,
  )
})
afterAll(async () => {
  client.close()
  await node.stop()
})

async function listAll(grpc: GrpcClient, signal: AbortSignal): Promise<void> {
  for await (const range of scanTransactions({ grpc, filter: anyOf([[sentBy('0x1')]]), from: 0, to: 9, signal })) void range
}

it('leaves nothing on the signal of a job when its calls and lists have ended', async () => {
  const job = new AbortController()
  const checkpoints = cacheCheckpoints(client)
  for (let sequence = 0; sequence < 10; sequence++) {
    await checkpoints.get(sequence, job.signal)
    await listAll(client, job.signal)
  }
  await expect(checkpoints.get(1_000, job.signal)).rejects.toThrow()
  expect(getEventListeners(job.signal, 'abort')).toEqual([])
})

it('ends a call and a list whose node never answers when their job is cancelled', async () => {
  const mute = createServer((socket) => socket.resume())
  await once(mute.listen(0, '127.0.0.1'), 'listening')
  const waiting = createGrpcClient([parseSuiEndpoint(`grpc+http://127.0.0.1:${(mute.address() as AddressInfo).port}`)], () => 0)
  const job = new AbortController()
  const [call, list] = [cacheCheckpoints(waiting).get(1, job.signal), listAll(waiting, job.signal)]
  await once(mute, 'connection')
  const reason = new Error('cancelled')
  job.abort(reason)
  await expect(call).rejects.toBe(reason)
  await expect(list).rejects.toBe(reason)
  expect(getEventListeners(job.signal, 'abort')).toEqual([])
  waiting.close()
  mute.close()
})
