import { readFileSync } from 'node:fs'
import { startService, type RunningService } from '../../fixtures/service.ts'
import { check, waitFor, type Attack } from './attack.ts'
import { HOSTILITIES, LIES, openHostileNode, type HostileNode } from './hostile-node.ts'
import type { LaunchedToken } from './launched-token.ts'
import { endedJob, figures, readWhole, startRead } from './read-token.ts'

/** A read that neither ends nor fails in this time is cancelled, which must take effect in the next. */
const ENDURED_MS = 8_000
const CANCELLED_MS = 5_000
const ANSWER_MS = 3_000
const MAX_RESIDENT_KB = 1_200_000

/** A read from a node that sends this must end or be cancelled, while the service answers, and no figure may come of it. */
const hostility = (name: string, service: RunningService, node: HostileNode, token: string): Attack => ({
  name: `node: ${name}`,
  async try() {
    node.hostility = HOSTILITIES[name] ?? null
    try {
      const id = await startRead(service, token)
      const until = performance.now() + ENDURED_MS
      let job = null
      while (job === null && performance.now() < until) {
        const { ok } = await fetch(`${service.url}/health`, { signal: AbortSignal.timeout(ANSWER_MS) })
        check(ok, 'the service stopped answering')
        job = await endedJob(service, id)
      }
      if (job === null) {
        await service.post(`/local/v1/jobs/${id}/cancel`)
        job = await waitFor('cancelling the read', CANCELLED_MS, () => endedJob(service, id))
      }
      check(job.state !== 'done', 'the read was reported as done')
      check(!(job.error ?? '').includes('efect'), `the node's fault was reported as a defect: ${job.error}`)
      const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))?.[1] ?? 0)
      check(resident < MAX_RESIDENT_KB, `the service holds ${resident} kB`)
      const { status } = await service.get(`/local/v1/eth/${token}/distribution`)
      check(status >= 400, `figures of a failed read were served with ${status}`)
    } finally {
      node.hostility = null
    }
  },
})

const lie = (name: string, service: RunningService, node: HostileNode, token: string, truth: () => string): Attack => ({
  name: `node leaves or changes: ${name}`,
  async try() {
    node.lie = LIES[name] ?? null
    try {
      await again(service, token)
    } finally {
      node.lie = null
    }
    await again(service, token)
    check((await figures(service, token)) === truth(), 'reading again from a sound node did not restore the figures')
  },
})

async function again(service: RunningService, token: string): Promise<void> {
  const answer = await service.post(`/local/v1/eth/${token}/read-again`, {})
  check(answer.ok, `reading again answered ${answer.status}`)
  const { id } = (await answer.json()) as { id: string }
  await waitFor('the end of the second read', 60_000, () => endedJob(service, id))
}

export async function nodeAttacks(token: LaunchedToken, truth: () => string): Promise<{ attacks: Attack[]; stop(): Promise<void> }> {
  const node = await openHostileNode(token.url)
  const service = await startService({ sources: [`eth=${node.url}`] })
  const recover: Attack = {
    name: 'node: sound again after all of that',
    async try() {
      await readWhole(service, token.address)
      check((await figures(service, token.address)) === truth(), 'the figures differ from those of an undisturbed read')
    },
  }
  return {
    attacks: [
      ...Object.keys(HOSTILITIES).map((name) => hostility(name, service, node, token.address)),
      recover,
      ...Object.keys(LIES).map((name) => lie(name, service, node, token.address, truth)),
    ],
    async stop() {
      await service.stop()
      await node.close()
    },
  }
}
