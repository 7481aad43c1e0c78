import { countOf } from '../../../src-shared/domain/shown.ts'
import type { ChainAdapter } from '../../chains/adapter.ts'
import type { EndpointWait } from '../../chains/rpc/pacing/pacer.ts'

const CHECK_EVERY_MS = 1_000
/** A shorter pause is part of the pace. */
const LONG_PAUSE_MS = 10_000

/** Emits every second what a read waits for, or null if it does not wait. Returns the function that stops this. */
export function watchWaits(adapter: Pick<ChainAdapter, 'waiting'>, emit: (text: string | null) => void): () => void {
  const timer = setInterval(() => emit(waitText(adapter.waiting())), CHECK_EVERY_MS)
  return () => clearInterval(timer)
}

/** What the callers of endpoints wait for. Null if they do not wait. */
export function waitText(waits: readonly EndpointWait[]): string | null {
  return waits.length === 0 ? null : waits.map(endpointText).join(' ')
}

function endpointText({ host, perSecond, callsPerRequest, pausedMs }: EndpointWait): string {
  if (pausedMs > LONG_PAUSE_MS) return `Waiting for ${host}: it asks for a pause, which ends in ${durationText(pausedMs / 1_000)}.`
  if (perSecond === null) return `Waiting for ${host}: it limits how fast it may be called.`
  if (callsPerRequest === 1) return `Waiting for ${host}: it allows ${rateText(perSecond)}.`
  return `Waiting for ${host}: it allows ${rateText(perSecond, 'request')}, of up to ${callsPerRequest} calls each.`
}

/** "about 10 calls a second", "about 1,900 calls a second", "about 12 calls a minute": two digits. */
export function rateText(perSecond: number, of = 'call'): string {
  const [rate, unit] = perSecond < 1 ? [perSecond * 60, 'minute'] : [perSecond, 'second']
  return `about ${countOf(Math.max(1, Math.round(Number(rate.toPrecision(2)))), of)} a ${unit}`
}

/** "40 seconds", "5 minutes", "3 hours", rounded up. */
export function durationText(seconds: number): string {
  if (seconds <= 90) return countOf(Math.ceil(seconds), 'second')
  if (seconds <= 90 * 60) return countOf(Math.ceil(seconds / 60), 'minute')
  return countOf(Math.ceil(seconds / 3_600), 'hour')
}
