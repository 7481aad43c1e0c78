import { PassThrough } from 'node:stream'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { divertRows } from './divert-rows.ts'

const message = (name: string, body: string): string => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + body.length)
  return `${name}${length.toString('latin1')}${body}`
}

it('rows and everything else come in their order, wherever the bytes are cut', () => {
  const rows = [message('D', 'first'), message('D', ''), message('D', 'D of another'.repeat(9))]
  const rest = [message('2', ''), message('C', 'SELECT 2'), message('C', 'SELECT 1'), message('Z', 'I')]
  const all = Buffer.from([rest[0], rows[0], rows[1], rest[1], rows[2], rest[2], rest[3]].join(''), 'latin1')
  for (let size = 1; size <= all.length; size++) {
    const stream = new PassThrough()
    const seen: string[] = []
    const take = (to: string) => (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      if (seen.at(-2) === to) seen.push(`${seen.pop()}${text}`)
      else seen.push(to, text)
    }
    stream.on('data', take('pg'))
    divertRows(stream as unknown as Socket, take('rows'))
    for (let at = 0; at < all.length; at += size) stream.emit('data', all.subarray(at, at + size))
    expect(seen, `in pieces of ${size}`).toEqual([
      'pg',
      rest[0],
      'rows',
      `${rows[0]}${rows[1]}`,
      'pg',
      rest[1],
      'rows',
      rows[2],
      'pg',
      `${rest[2]}${rest[3]}`,
    ])
  }
})
