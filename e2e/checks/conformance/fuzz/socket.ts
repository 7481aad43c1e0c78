import type { Frame, FrameSocket } from '../../../../src-main/server/testing/frame-socket.ts'
import type { Subject } from '../subject.ts'
import { Chance } from './chance.ts'
import type { Find } from './rest.ts'
import { brokenText, hostileText, hostileValue } from './values.ts'

const OPS = ['subscribe', 'unsubscribe', 'unsubscribe_all', 'list', 'ping'] as const
const STREAMS = ['dex_trades', 'scanner', 'clusters', 'insiders', 'bundlers', 'snipers', 'dex_metrics', 'local.jobs', 'local.follow'] as const
const ANSWERS: ReadonlySet<unknown> = new Set(['subscribed', 'unsubscribed', 'subscriptions', 'pong', 'error'])
/** Frames between two looks at what came back; below what counts as a flood. */
const BATCH = 50

/**
 * Frames of every op with broken and hostile fields: each is answered, none by a defect, and the socket lives on. The same
 * seed sends the same.
 */
export async function fuzzSocket(subject: Subject, frames: number, seed: number): Promise<{ calls: number; finds: Find[] }> {
  const chance = new Chance(seed)
  const finds: Find[] = []
  const socket = await subject.socket()
  try {
    for (let sent = 0; sent < frames; sent += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, frames - sent) }, () => makeFrame(chance, subject))
      for (const text of batch) socket.send(text)
      const answers = (await socket.settled()).filter((frame) => frame['op'] !== 'event')
      if (answers.length !== batch.length) finds.push(find(batch, `${batch.length} frames had ${answers.length} answers`))
      for (const answer of answers) judge(answer, batch, finds)
      await emptied(socket)
    }
  } catch (error) {
    finds.push({ operation: 'socket', call: `seed ${seed}`, fault: error instanceof Error ? error.message : String(error) })
  } finally {
    socket.ws.terminate()
  }
  return { calls: frames, finds }
}

const find = (batch: readonly string[], fault: string): Find => ({ operation: 'socket', call: batch.join('\n').slice(0, 600), fault })

function judge(answer: Frame, batch: readonly string[], finds: Find[]): void {
  if (!ANSWERS.has(answer['op'])) finds.push(find(batch, `no answer of the contract: ${JSON.stringify(answer).slice(0, 200)}`))
  if (answer['code'] === 'INTERNAL') finds.push(find(batch, `a defect: ${JSON.stringify(answer).slice(0, 200)}`))
}

async function emptied(socket: FrameSocket): Promise<void> {
  socket.send({ op: 'unsubscribe_all' })
  await socket.until((frame) => frame['op'] === 'unsubscribed')
}

function makeFrame(chance: Chance, subject: Subject): string {
  if (chance.happens(0.1)) return brokenText(chance).slice(0, 60_000)
  if (chance.happens(0.1)) return JSON.stringify(hostileValue(chance))
  const frame: Record<string, unknown> = { op: chance.happens(0.9) ? chance.pick(OPS) : hostileText(chance) }
  if (chance.happens(0.4)) frame['id'] = chance.happens(0.5) ? chance.below(100) : hostileValue(chance)
  if (chance.happens(0.5)) Object.assign(frame, entry(chance, subject))
  if (chance.happens(0.4))
    frame['subs'] = chance.happens(0.8) ? Array.from({ length: chance.below(5) }, () => entry(chance, subject)) : hostileValue(chance)
  if (chance.happens(0.1)) frame[hostileText(chance)] = hostileValue(chance)
  return JSON.stringify(frame)
}

function entry(chance: Chance, subject: Subject): Record<string, unknown> {
  const { network, token } = subject.traded
  const either = (honest: unknown): unknown => (chance.happens(0.6) ? honest : hostileValue(chance))
  return { network: either(network), address: either(chance.pick([token, 'ALL'])), stream: either(chance.pick(STREAMS)) }
}
