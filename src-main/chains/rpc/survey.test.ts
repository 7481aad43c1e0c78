import { describe, expect, it } from 'vitest'
import { serveJson } from '../../../e2e/fixtures/json-server.ts'
import { AppError } from '../../lib/app-error.ts'
import { findEvents, orUnknown, takesBatches } from './survey.ts'

const { signal } = new AbortController()

describe('the first block whose events an endpoint lists', () => {
  const search = async (head: number, lists: (block: number) => boolean | null): Promise<{ found: unknown; asked: number[] }> => {
    const asked: number[] = []
    const found = await findEvents(head, (block) => {
      asked.push(block)
      return Promise.resolve(lists(block))
    })
    return { found, asked }
  }

  it('is not looked for below a quarter of the chain', async () => {
    expect(await search(1_000, () => true)).toEqual({ found: { since: 250, isCut: false }, asked: [250] })
  })

  it('is found between the last that is missing and the first that is there', async () => {
    const { found, asked } = await search(1_024, (block) => block >= 700)
    expect(asked.slice(0, 3)).toEqual([256, 512, 768])
    expect(found).toEqual({ since: 700, isCut: true })
  })

  it('is unknown where blocks tell nothing or none is listed', async () => {
    expect((await search(1_024, () => null)).found).toBeNull()
    expect((await search(1_024, () => false)).found).toBeNull()
  })
})

describe('whether an endpoint takes batches', () => {
  const answered = async (status: number, body: string): Promise<boolean | null> => {
    const server = await serveJson(() => Promise.resolve({ status, body }))
    try {
      return await takesBatches(server.url, 'eth_chainId', signal)
    } finally {
      await server.close()
    }
  }

  it.each([
    [200, '[{"id":1,"result":"0x1"},{"id":2,"result":"0x1"}]', true],
    [200, '[{"id":1,"result":"0x1"}]', false],
    [200, '[{"id":1,"result":"0x1"},{"id":2,"error":{}}]', false],
    [400, 'no batches', false],
    [429, '[]', null],
    [503, '', null],
  ])('answered with %i and %s', async (status, body, takes) => {
    expect(await answered(status, body)).toBe(takes)
  })

  it('is unknown where nothing answers', async () => {
    const server = await serveJson(() => Promise.reject(new Error('closed')))
    expect(await takesBatches(server.url, 'eth_chainId', signal)).toBeNull()
    await server.close()
  })
})

it('a result is unknown after a refusal or when the time is over; a bug is not hidden', async () => {
  const bug = new TypeError('bug')
  expect(await orUnknown(Promise.resolve(1), signal)).toBe(1)
  expect(await orUnknown(Promise.reject(new AppError('not_found')), signal)).toBeNull()
  expect(await orUnknown(Promise.reject(bug), AbortSignal.abort())).toBeNull()
  await expect(orUnknown(Promise.reject(bug), signal)).rejects.toBe(bug)
})
