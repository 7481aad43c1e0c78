import { readFileSync } from 'node:fs'
import { startService, temporaryFolder, type RunningService } from '../../fixtures/service.ts'
import { check, waitFor, type Attack } from './attack.ts'
import { GRPC_HOSTILITIES, openHostileGrpcNode } from './hostile-grpc.ts'
import { HOSTILITIES, openHostileNode } from './hostile-node.ts'
import { sourcesOf, type LaunchedToken } from './launched-token.ts'
import { LIES, type Lie } from './lies.ts'
import { endedJob, figures, readTruth, readWhole, startRead } from './read-token.ts'

/** A read that neither ends nor fails within `ENDURED_MS` is cancelled, which must take effect within `CANCELLED_MS`. */
const ENDURED_MS = 8_000
const CANCELLED_MS = 5_000
const ANSWER_MS = 3_000
const MAX_RESIDENT_KB = 1_200_000

/** Endpoints in front of a token's node that can turn hostile. */
interface Endpoints {
  readonly urls: readonly string[]
  /** Sets a hostility by name; null ends it. */
  setHostility(name: string | null): void
  setLie(lie: Lie | null): void
  close(): Promise<void>
}

/** A Sui node has two endpoints, gRPC first. */
async function openEndpoints({ network, endpoints }: LaunchedToken): Promise<Endpoints> {
  const [first = '', graphql] = endpoints
  const grpc = network === 'sui' ? await openHostileGrpcNode(first) : null
  const http = await openHostileNode(graphql ?? first)
  return {
    urls: [...(grpc === null ? [] : [grpc.url]), http.url],
    setHostility(name) {
      http.hostility = name === null ? null : (HOSTILITIES[name] ?? null)
      if (grpc !== null) grpc.hostility = name === null ? null : (GRPC_HOSTILITIES[name] ?? null)
    },
    setLie(lie) {
      http.lie = lie
    },
    async close() {
      await Promise.all([grpc?.close(), http.close()])
    },
  }
}

/** A service that reads a token through these endpoints, and the figures that it serves of the token when undisturbed. */
interface Play {
  readonly service: RunningService
  readonly endpoints: Endpoints
  readonly token: LaunchedToken
  readonly truth: string
}

/** A read from a hostile node must end or be cancellable while the service keeps answering, and must not yield any figure. */
const hostility = (name: string, { service, endpoints, token }: Play): Attack => ({
  name: `${token.network} node: ${name}`,
  async try() {
    endpoints.setHostility(name)
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
      const { status } = await service.get(`/local/v1/${token.network}/${token.address}/distribution`)
      check(status >= 400, `figures of a failed read were served with ${status}`)
    } finally {
      endpoints.setHostility(null)
    }
  },
})

const lie = (name: string, change: Lie, { service, endpoints, token, truth }: Play): Attack => ({
  name: `${token.network} node leaves or changes: ${name}`,
  async try() {
    await readWhole(service, token)
    let hasLied = false
    endpoints.setLie((method, result) => {
      const changed = change(method, result)
      hasLied ||= changed !== result
      return changed
    })
    try {
      await again(service, token)
    } finally {
      endpoints.setLie(null)
    }
    check(hasLied, 'the node had no occasion to lie, so nothing was tried')
    await again(service, token)
    check((await figures(service, token)) === truth, 'reading again from a sound node did not restore the figures')
  },
})

async function again(service: RunningService, { network, address }: LaunchedToken): Promise<void> {
  const answer = await service.post(`/local/v1/${network}/${address}/read-again`, {})
  check(answer.ok, `reading again answered ${answer.status}`)
  const { id } = (await answer.json()) as { id: string }
  await waitFor('the end of the second read', 60_000, () => endedJob(service, id))
}

export async function nodeAttacks(token: LaunchedToken): Promise<{ attacks: Attack[]; stop(): Promise<void> }> {
  const truth = await readTruth(token)
  const endpoints = await openEndpoints(token)
  const service = await startService({ dataDir: await temporaryFolder(), sources: sourcesOf({ ...token, endpoints: endpoints.urls }) })
  const play: Play = { service, endpoints, token, truth }
  const recover: Attack = {
    name: `${token.network} node: sound again after all of that`,
    async try() {
      await readWhole(service, token)
      check((await figures(service, token)) === truth, 'the figures differ from those of an undisturbed read')
    },
  }
  return {
    attacks: [
      ...Object.keys(token.network === 'sui' ? GRPC_HOSTILITIES : HOSTILITIES).map((name) => hostility(name, play)),
      recover,
      ...Object.entries(LIES[token.network] ?? {}).map(([name, change]) => lie(name, change, play)),
    ],
    async stop() {
      await service.stop()
      await endpoints.close()
      await token.stop()
    },
  }
}
