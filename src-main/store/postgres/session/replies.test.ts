import { expect, it } from 'vitest'
import { gatherReplies } from './replies.ts'

const message = (name: string, body: string): string => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + body.length)
  return `${name}${length.toString('latin1')}${body}`
}
const IDLE = message('Z', 'I')
const ERROR = message('E', 'SERROR\0C42703\0Mno such column\0\0')

/** Replies, each with its error code, when the bytes arrive in pieces of one size. */
function gathered(all: Buffer, size: number, waits = true) {
  const seen: string[] = []
  const replies = gatherReplies(
    () => waits,
    (reply, error) => seen.push(`${reply.toString('latin1')}${error?.code ?? ''}`),
  )
  for (let at = 0; at < all.length; at += size) replies.take(all.subarray(at, at + size))
  return { seen, replies }
}

it('replies come whole and in their order, wherever the bytes are cut', () => {
  const first = [message('2', ''), message('D', 'Z'.repeat(90_000)), message('C', 'SELECT 1\0'), IDLE].join('')
  const second = [message('2', ''), ERROR, IDLE].join('')
  const all = Buffer.from(`${first}${second}${first}`, 'latin1')
  for (const size of [1, 2, 3, 5, 7, 8_192, 89_999, all.length]) expect(gathered(all, size).seen).toEqual([first, `${second}42703`, first])
})

it('what the server says between replies is no part of the next one, and says why it ends', () => {
  const notice = message('N', 'SNOTICE\0\0')
  const { seen, replies } = gathered(Buffer.from(`${message('Z', 'T')}${notice}${ERROR}`, 'latin1'), 1, false)
  expect([seen.length, replies.inTransaction, replies.error]).toEqual([1, true, { code: '42703', message: 'no such column' }])
  replies.take(Buffer.from(IDLE, 'latin1'))
  expect([seen.at(-1), replies.inTransaction, replies.error]).toEqual([`${IDLE}42703`, false, null])
})
