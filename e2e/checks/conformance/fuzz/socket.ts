import type { Frame, FrameSocket } from '../../../../src-main/server/testing/frame-socket.ts'
import type { Subject } from '../subject.ts'
import { SeededRandom } from './seeded-random.ts'
import type { Finding } from './rest.ts'
import { brokenText, hostileText, hostileValue } from './values.ts'

const OPS = ['subscribe', 'unsubscribe', 'unsubscribe_all', 'list', 'ping'] as const
const STREAMS = ['dex_trades', 'scanner', 'clusters', 'insiders', 'bundlers', 'snipers', 'dex_metrics', 'local.jobs', 'local.follow'] as const
const ANSWERS: ReadonlySet<unknown> = new Set(['subscribed', 'unsubscribed', 'subscriptions', 'pong', 'error'])
/** Frames per batch, below the flood limit (docs/api/streams.md#limits). */
const BATCH = 50

/**
 * Sends frames of every op with malformed and hostile fields. Each must be answered without an internal error, and the socket
 * must stay open. The same seed sends the same frames.
 */
export async function fuzzSocket(subject: Subject, frames: number, seed: number): Promise<{ calls: number; findings: Finding[] }> {
  const random = new SeededRandom(seed)
  const findings: Finding[] = []
  const socket = await subject.socket()
  try {
    for (let sent = 0; sent < frames; sent += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, frames - sent) }, () => makeFrame(random, subject))
      for (const text of batch) socket.send(text)
      const answers = (await socket.settled()).filter((frame) => frame['op'] !== 'event')
      if (answers.length !== batch.length) findings.push(toFinding(batch, `${batch.length} frames had ${answers.length} answers`))
      for (const answer of answers) checkAnswer(answer, batch, findings)
      await unsubscribeAll(socket)
    }
  } catch (error) {
    findings.push({ operation: 'socket', call: `seed ${seed}`, fault: error instanceof Error ? error.message : String(error) })
  } finally {
    socket.ws.terminate()
  }
  return { calls: frames, findings }
}

const toFinding = (batch: readonly string[], fault: string): Finding => ({ operation: 'socket', call: batch.join('\n').slice(0, 600), fault })

function checkAnswer(answer: Frame, batch: readonly string[], findings: Finding[]): void {
  if (!ANSWERS.has(answer['op'])) findings.push(toFinding(batch, `undocumented frame: ${JSON.stringify(answer).slice(0, 200)}`))
  if (answer['code'] === 'INTERNAL') findings.push(toFinding(batch, `internal error: ${JSON.stringify(answer).slice(0, 200)}`))
}

async function unsubscribeAll(socket: FrameSocket): Promise<void> {
  socket.send({ op: 'unsubscribe_all' })
  await socket.until((frame) => frame['op'] === 'unsubscribed')
}

function makeFrame(random: SeededRandom, subject: Subject): string {
  if (random.happens(0.1)) return brokenText(random).slice(0, 60_000)
  if (random.happens(0.1)) return JSON.stringify(hostileValue(random))
  const frame: Record<string, unknown> = { op: random.happens(0.9) ? random.pick(OPS) : hostileText(random) }
  if (random.happens(0.4)) frame['id'] = random.happens(0.5) ? random.below(100) : hostileValue(random)
  if (random.happens(0.5)) Object.assign(frame, makeSubscription(random, subject))
  if (random.happens(0.4))
    frame['subs'] = random.happens(0.8) ? Array.from({ length: random.below(5) }, () => makeSubscription(random, subject)) : hostileValue(random)
  if (random.happens(0.1)) frame[hostileText(random)] = hostileValue(random)
  return JSON.stringify(frame)
}

function makeSubscription(random: SeededRandom, subject: Subject): Record<string, unknown> {
  const { network, token } = subject.traded
  const either = (honest: unknown): unknown => (random.happens(0.6) ? honest : hostileValue(random))
  return { network: either(network), address: either(random.pick([token, 'ALL'])), stream: either(random.pick(STREAMS)) }
}
