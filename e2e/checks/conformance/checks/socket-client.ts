import type { CheckFunction } from '../contract-check.ts'
import type { Frame, FrameSocket, SocketOptions } from '../../../../src-main/server/testing/frame-socket.ts'
import type { Subject } from '../subject.ts'
import { assertEqual } from '../assertions.ts'

/** Requests and responses of the socket checks. */

export const evmAddress = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`
export const subscription = (n: number, stream = 'dex_trades'): { network: string; address: string; stream: string } => ({
  network: 'eth',
  address: evmAddress(n + 1),
  stream,
})

export const withSocket =
  (work: (socket: FrameSocket, subject: Subject) => Promise<void>, options: (subject: Subject) => SocketOptions = () => ({})): CheckFunction =>
  async (subject) => {
    const socket = await subject.socket(options(subject))
    try {
      await work(socket, subject)
    } finally {
      socket.ws.terminate()
    }
  }

export const request = async (socket: FrameSocket, frame: unknown): Promise<Frame> => {
  socket.send(frame)
  return socket.next()
}

export const results = (frame: Frame): { status: string; code?: string }[] => frame['results'] as { status: string; code?: string }[]

/** An entry of `subs` that must be rejected while the others succeed. */
export const rejectedEntry = (
  title: string,
  entry: unknown,
  code: string,
  options?: (subject: Subject) => SocketOptions,
): [string, CheckFunction] => [
  title,
  withSocket(async (socket) => {
    const frame = await request(socket, { op: 'subscribe', subs: [subscription(1), entry, subscription(2)] })
    assertEqual(
      results(frame).map((result) => result.code ?? result.status),
      ['ok', code, 'ok'],
      'the results',
    )
    assertEqual(frame['active'], 2, 'active')
  }, options),
]
