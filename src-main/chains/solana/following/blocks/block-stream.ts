import { openGeyserConnection } from '../../geyser/connection.ts'
import { blockIn, writeBlockSubscription, writePing } from '../../geyser/messages.ts'
import type { GeyserEndpoint } from '../../rpc/endpoints.ts'
import type { BlockSource, BlockSourceOptions } from './block-source.ts'

/** Whole blocks from a Yellowstone stream. */
export function openBlockStream(endpoints: readonly GeyserEndpoint[], { onBlock, onDown, firstReconnectMs }: BlockSourceOptions): BlockSource {
  let host = endpoints[0]?.host ?? ''
  let fault = ''
  let isSending = false
  let isProved = false
  let pings = 0
  const connection = openGeyserConnection({
    endpoints,
    firstReconnectMs,
    onOpen(name) {
      host = name
      connection.send(writeBlockSubscription())
    },
    onMessage(bytes) {
      const update = blockIn(bytes)
      if (update.kind === 'ping') connection.send(writePing((pings += 1)))
      if (update.kind !== 'block') return
      isSending = true
      onBlock('streamed', update.bytes)
    },
    onDown(reason) {
      fault = reason
      isSending = isProved = false
      onDown()
    },
  })
  return {
    prove() {
      if (!isSending || isProved) return
      isProved = true
      connection.proved()
    },
    note: () => (isProved ? null : `${host} is not streaming${fault === '' ? '' : ` (${fault})`}.`),
    close: () => connection.close(),
  }
}
