import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Client } from '../../src-client/client.ts'
import { holdersQuery } from './token-queries.ts'

const holder = (address: string, rank: number) => ({ address, rank })
type Lists = { holders: object }
const fields = { address: null, rank: null }

/** A service that returns these answers in turn, and the versions it was asked for. */
function serviceWith(answers: readonly { version: string; since: string | null; lists: Lists }[]): { client: Client; asked: (string | undefined)[] } {
  const asked: (string | undefined)[] = []
  const call = async (_route: string, { query: { since } }: { query: { since?: string } }) => {
    asked.push(since)
    return { value: { rest: { total: 9 }, ...answers[asked.length - 1] }, asOf: null, source: null, unknown: [], coverage: null }
  }
  return { client: { call } as unknown as Client, asked }
}

it('reads a state whole, then what changed, and again whole where the service has forgotten', async () => {
  const [a, b] = [holder('a', 1), holder('b', 2)]
  const { client, asked } = serviceWith([
    { version: '1', since: null, lists: { holders: { gone: [], at: [0, 1], rows: [a, b], fields } } },
    {
      version: '2',
      since: '1',
      lists: { holders: { gone: [], at: [1], rows: [holder('new', 2)], fields: { ...fields, rank: { at: [2], values: [3] } } } },
    },
    { version: '2', since: '2', lists: { holders: { gone: [], at: [], rows: [], fields } } },
    { version: '3', since: null, lists: { holders: { gone: [], at: [0], rows: [a], fields } } },
  ])
  const queries = new QueryClient()
  const query = holdersQuery(client, { network: 'sol', address: 'token' })
  const read = async () => (await queries.fetchQuery({ ...query, staleTime: 0 })).value
  const [first, second, third, fourth] = [await read(), await read(), await read(), await read()]
  expect(second.holders).toEqual([a, holder('new', 2), holder('b', 3)])
  expect(second.holders[0]).toBe(first.holders[0])
  expect(third).toBe(second)
  expect(fourth.holders).toEqual([a])
  expect(asked).toEqual([undefined, '1', '2', '2'])
})
