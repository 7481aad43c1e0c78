import { z } from 'zod'
import { openLiveSocket } from '../../../rpc/live-socket.ts'
import { parseJson } from '../../../rpc/sending/answer.ts'
import { COMMITMENT } from '../../rpc/node.ts'
import type { BlockSource, BlockSourceOptions } from './block-source.ts'

const MESSAGE_BYTES = 64 * 1024 * 1024
/** Separates answers, which are shorter, from blocks with transactions, which are longer. */
const ANSWER_BYTES = 1_000
const MAX_RECONNECT_MS = 30_000
/** https://solana.com/docs/rpc/websocket/blocksubscribe. Few endpoints offer it. */
const SUBSCRIBE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'blockSubscribe',
  params: ['all', { commitment: COMMITMENT, encoding: 'json', transactionDetails: 'full', showRewards: false, maxSupportedTransactionVersion: 0 }],
}
const refusal = z.object({ error: z.object({}) })

/** Streams whole blocks over a WebSocket, from the first endpoint that offers them. */
export function openBlockSocket(urls: readonly string[], { onBlock, onDown, firstReconnectMs }: BlockSourceOptions): BlockSource {
  let refusals = 0
  const socket = openLiveSocket({
    urls,
    messageBytes: MESSAGE_BYTES,
    firstReconnectMs,
    longestReconnectMs: MAX_RECONNECT_MS,
    onOpen: () => socket.send(SUBSCRIBE),
    onMessage(bytes) {
      if (bytes.length > ANSWER_BYTES) return onBlock('notification', bytes)
      if (!isRefusal(bytes)) return
      refusals += 1
      if (refusals < urls.length) socket.reconnect()
      else socket.close()
    },
    onDown,
  })
  return { prove: () => socket.markHealthy(), note: () => null, close: () => socket.close() }
}

function isRefusal(bytes: Buffer): boolean {
  const json = parseJson(bytes)
  return json === null || refusal.safeParse(json).success
}
