import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createOutbox } from './outbox.ts'
import { joinedArgs, ROWS_PER_SLICE, slicedArgs } from './slices.ts'

describe('slices of a call', () => {
  it.each([
    ['a call without rows', ['name']],
    ['a call with few rows', [{ token: 't', rows: [1, 2] }]],
    ['a call without arguments', []],
  ])('%s goes over as it is', (_, args) => expect(slicedArgs(args)).toEqual({ args, slices: [] }))

  it('come together again as what they were', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: ROWS_PER_SLICE * 3 + 1 }), (count) => {
        const args = [{ token: 't', rows: Array.from({ length: count }, (_, i) => i), covers: null }, 'second']
        const { args: rest, slices } = slicedArgs(args)
        expect(slices.every(({ rows }) => rows.length <= ROWS_PER_SLICE)).toBe(true)
        expect(joinedArgs(rest, slices)).toEqual(args)
      }),
    )
  })
})

test('calls that run together are sliced each', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, i) => i)
  const calls = [700, 3, 1_200].map((count, i) => ({ name: `write ${i}`, args: { token: i, rows: rows(count) } }))
  const { args, slices } = slicedArgs([{ calls }])
  expect(slices.map(({ path, rows: own }) => [path.join('.'), own.length])).toEqual([
    ['0.calls.0.args.rows', 500],
    ['0.calls.0.args.rows', 200],
    ['0.calls.1.args.rows', 3],
    ['0.calls.2.args.rows', 500],
    ['0.calls.2.args.rows', 500],
    ['0.calls.2.args.rows', 200],
  ])
  expect(joinedArgs(args, slices)).toEqual([{ calls }])
})

test('every list of a call is sliced, whatever its name and depth', () => {
  const list = Array.from({ length: 1_200 }, (_, i) => ({ address: `a${i}` }))
  const calls = [
    { name: 'keepBeforeImport', args: { token: 't', labelled: list.map(({ address }) => address), accounts: [] } },
    { name: 'saveRecordedLinks', args: { token: 't', rows: [], degrees: list } },
    { name: 'saveBlocks', args: { token: 't', blocks: { from: 1, balances: list, json: new Uint8Array(3) } } },
  ]
  const { args, slices } = slicedArgs([{ calls }])
  expect(JSON.stringify(args).length).toBeLessThan(400)
  expect(slices.every(({ rows }) => rows.length <= ROWS_PER_SLICE)).toBe(true)
  expect(joinedArgs(args, slices)).toEqual([{ calls }])
})

describe('the outbox', () => {
  it('keeps the order of calls, and lets other work in between the slices of one', async () => {
    const seen: string[] = []
    const outbox = createOutbox<string>((message) => seen.push(message))
    setImmediate(() => seen.push('other work'))
    const big = outbox.send(['a1', 'a2', 'a3'])
    const small = outbox.send(['b'])
    expect(seen).toEqual(['a1'])
    await Promise.all([big, small])
    expect(seen.filter((word) => word !== 'other work')).toEqual(['a1', 'a2', 'a3', 'b'])
    expect(seen.indexOf('other work')).toBeLessThan(seen.indexOf('a3'))
  })

  it('sends a lone message immediately', () => {
    const seen: string[] = []
    void createOutbox<string>((message) => seen.push(message)).send(['now'])
    expect(seen).toEqual(['now'])
  })

  it('goes on after a message that could not be sent', async () => {
    const seen: string[] = []
    const outbox = createOutbox<string>((message) => {
      if (message === 'bad') throw new Error('no')
      seen.push(message)
    })
    const bad = outbox.send(['bad', 'never'])
    const good = outbox.send(['good'])
    await expect(bad).rejects.toThrow('no')
    await good
    expect(seen).toEqual(['good'])
  })
})
