import type { LineCheck } from '../line.ts'
import type { Frame, FrameSocket, SocketOptions } from '../../../../src-main/server/testing/frame-socket.ts'
import type { Subject } from '../subject.ts'
import { same } from '../verdict.ts'

/** What the lines about the socket say to it, and how they take its answers. */

export const EVM = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`
export const sub = (n: number, stream = 'dex_trades'): { network: string; address: string; stream: string } => ({
  network: 'eth',
  address: EVM(n + 1),
  stream,
})

export const withSocket =
  (work: (socket: FrameSocket, subject: Subject) => Promise<void>, options: (subject: Subject) => SocketOptions = () => ({})): LineCheck =>
  async (subject) => {
    const socket = await subject.socket(options(subject))
    try {
      await work(socket, subject)
    } finally {
      socket.ws.terminate()
    }
  }

export const answer = async (socket: FrameSocket, frame: unknown): Promise<Frame> => {
  socket.send(frame)
  return socket.next()
}

export const results = (frame: Frame): { status: string; code?: string }[] => frame['results'] as { status: string; code?: string }[]

/** One entry of `subs` that must be refused while the others are not. */
export const entryLine = (says: string, entry: unknown, code: string, options?: (subject: Subject) => SocketOptions): [string, LineCheck] => [
  says,
  withSocket(async (socket) => {
    const frame = await answer(socket, { op: 'subscribe', subs: [sub(1), entry, sub(2)] })
    same(
      results(frame).map((result) => result.code ?? result.status),
      ['ok', code, 'ok'],
      'the results',
    )
    same(frame['active'], 2, 'active')
  }, options),
]
