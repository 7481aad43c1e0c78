import { expect, test } from 'vitest'
import { ReturningTrades } from './returning-trades.ts'

test('ids of returning trades differ after each reorg and from those of other processes, and are remembered for a bounded number of tokens', () => {
  const [one, other] = [new ReturningTrades('one'), new ReturningTrades('other')]
  const ids = [one.idOf('a', 'id')]
  for (const returning of [one, one, other]) {
    returning.onReverted('a')
    ids.push(returning.idOf('a', 'id'))
  }
  expect(new Set(ids).size).toBe(4)
  expect([ids[0], one.idOf('b', 'id'), one.idOf('a', null)]).toEqual(['id', 'id', null])

  for (let n = 0; n < 10_000; n++) one.onReverted(`token ${n}`)
  expect([one.idOf('a', 'id'), one.idOf('token 0', 'id') === 'id']).toEqual(['id', false])
})
