import { expect, it } from 'vitest'
import { readAccounts } from './accounts.ts'
import type { SolanaNode } from './node.ts'

const { signal } = new AbortController()
const account = (data: string) => ({ owner: 'a program', executable: false, lamports: 1, data: [data, 'base64'] })
const read = (data: string) => {
  const call = (): Promise<unknown> => Promise.resolve({ context: { slot: 1 }, value: [account(data)] })
  return readAccounts({ rpc: { hosts: 'node.example', call } } as unknown as SolanaNode, ['an account'], signal)
}

it.each([
  ['', []],
  ['AQ==', [1]],
  ['AQI=', [1, 2]],
  ['AQID', [1, 2, 3]],
])('decodes "%s"', async (data, bytes) => {
  expect((await read(data))[0]?.data).toEqual(Uint8Array.from(bytes))
})

it.each(['A', 'AQ', 'AQ=', 'A*ID', 'AQID\nAQID'])('rejects "%s", which is not base64', async (data) => {
  await expect(read(data)).rejects.toMatchObject({ code: 'source_unavailable', message: expect.stringContaining('not base64') as string })
})
