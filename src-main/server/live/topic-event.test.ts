import { expect, it } from 'vitest'
import { eventHead, eventTail, webSocketFrame } from './frames.ts'
import { EventBatch, TopicEvent } from './topic-event.ts'

it('a batch has the same bytes for a subscriber whether others got it before or not', () => {
  const topic = { stream: 'dex_trades', head: eventHead('sol', 'ALL') }
  const events = ['a', 'b"', 'c'].map((text, n) => {
    const tail = eventTail('dex_trades', '2026-01-01T00:00:00.000Z', JSON.stringify({ text: text.repeat(50) }))
    return new TopicEvent(topic, tail, { row: n + 1, cursor: n === 1 ? null : `t${n}` })
  })
  const shared = new EventBatch(events)
  for (const seq of [1, 5, 7, 8, 9, 10, 55, 97, 98, 100, 99_999, 100_000]) {
    const bytes = shared.frame(webSocketFrame, seq).bytes()
    expect(bytes).toEqual(new EventBatch(events).frame(webSocketFrame, seq).bytes())
    const numbers = [...bytes.toString('latin1').matchAll(/"seq":(\d+)/g)].map(([, number]) => Number(number))
    expect(numbers).toEqual([seq, seq + 1, seq + 2])
  }
  const kept = shared.frame(webSocketFrame, 20)
  const text = kept.bytes().toString('latin1')
  const [held] = [kept.bytes(), kept.keep()]
  for (const seq of [20, 30, 40]) expect(shared.frame(webSocketFrame, seq).bytes().toString('latin1')).toContain(`"seq":${seq}`)
  expect(held.toString('latin1')).toBe(text)
})
