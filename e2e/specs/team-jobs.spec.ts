import { anvilMissing } from '../fixtures/anvil/anvil.ts'
import { openProxy, type CountingProxy } from '../fixtures/anvil/proxy.ts'
import { natsMissing } from '../fixtures/nats/nats.ts'
import { expect, test } from '../fixtures/page.ts'
import { missingPostgres } from '../fixtures/postgres.ts'
import { removeFolder, startService } from '../fixtures/service.ts'
import { startTeam, type Team } from '../fixtures/team/processes.ts'

interface Job {
  readonly id: string
  readonly state: string
  readonly stages: readonly { readonly name: string; readonly state: string; readonly started_at: number | null }[]
}

/** Log queries that a worker makes before it is held in the middle of a read. */
const PASS = 3

test.describe('a read that one of several workers runs', () => {
  const missing = natsMissing() ?? missingPostgres ?? anvilMissing()
  test.skip(missing !== null, `skipped: ${missing}`)
  test.describe.configure({ mode: 'serial' })

  let team: Team
  const proxies: CountingProxy[] = []
  let gate = Promise.withResolvers<null>()
  let queries: number[] = []

  test.beforeAll(async () => {
    const endpoint = async (worker: number, node: string): Promise<string> => {
      const before = async ({ method }: { method: string }): Promise<null> => {
        if (method !== 'eth_getLogs') return null
        queries[worker] = (queries[worker] ?? 0) + 1
        return queries[worker] > PASS ? gate.promise : null
      }
      const proxy = await openProxy(node, { before })
      proxies.push(proxy)
      return proxy.url
    }
    team = await startTeam({ apis: 2, workers: 2, servers: 1, tokens: 3, endpoint })
  })
  test.afterAll(async () => {
    gate.resolve(null)
    await team?.stop()
    for (const proxy of proxies) await proxy.close()
  })

  const job = (id: string, api = 0): Promise<Job | undefined> => Promise.resolve(team.apis[api]?.json<Job>(`/local/v1/jobs/${id}`))
  const stateOf = (id: string) => async (): Promise<string | undefined> => (await job(id, 1))?.state

  /** Starts a read that stays held in its middle, and returns the worker that runs it. */
  async function startHeld(token: string): Promise<{ id: string; worker: number }> {
    gate = Promise.withResolvers()
    queries = []
    const answer = await team.apis[0]?.post('/local/v1/jobs', { kind: 'read', network: 'eth', token_address: token })
    const { id } = (await answer?.json()) as Job
    await expect.poll(() => queries.findIndex((count) => count > PASS)).toBeGreaterThanOrEqual(0)
    await expect.poll(stateOf(id)).toBe('running')
    return { id, worker: queries.findIndex((count) => count > PASS) }
  }

  test('goes on at another worker when its own is killed, after the stages that were done', async () => {
    const [token = ''] = team.market.tokens
    const { id, worker } = await startHeld(token)
    const doneOf = (one: Job | undefined): string[] =>
      (one?.stages ?? []).flatMap(({ name, state, started_at }) => (state === 'done' ? [`${name} ${started_at}`] : []))
    await expect.poll(async () => doneOf(await job(id)).length).toBeGreaterThan(0)
    const before = doneOf(await job(id))
    await team.workers[worker]?.crash()
    gate.resolve(null)
    await expect.poll(stateOf(id), { timeout: 60_000 }).toBe('done')
    expect(doneOf(await job(id))).toEqual(expect.arrayContaining(before))
    expect(queries.findIndex((count, at) => at !== worker && count > 0)).not.toBe(-1)

    const alone = await startService({ sources: [`eth=${team.market.node.url}`] })
    const started = (await (await alone.post('/local/v1/jobs', { kind: 'read', network: 'eth', token_address: token })).json()) as Job
    await expect.poll(async () => (await alone.json<Job>(`/local/v1/jobs/${started.id}`)).state).toBe('done')
    for (const path of [`/local/v1/eth/${token}/holders`, `/dex/v1/eth/trades?token=${token}&sort=asc`]) {
      const expected = await (await alone.get(path)).text()
      for (const api of team.apis) expect(await (await api.get(path)).text()).toBe(expected)
    }
    await alone.stop()
    await removeFolder(alone.dataDir)
    await team.replace('worker', worker)
  })

  test('stops when it is cancelled at another process, and can be started anew', async () => {
    const [, token = ''] = team.market.tokens
    const { id } = await startHeld(token)
    await team.apis[1]?.post(`/local/v1/jobs/${id}/cancel`)
    expect((await job(id))?.state).toBe('cancelled')
    gate.resolve(null)
    const again = (await (await team.apis[0]?.post('/local/v1/jobs', { kind: 'read', network: 'eth', token_address: token }))?.json()) as Job
    expect(again.id).not.toBe(id)
    await expect.poll(stateOf(again.id), { timeout: 60_000 }).toBe('done')
    expect((await job(id))?.state).toBe('cancelled')
  })

  test('waits while PostgreSQL is away, and goes on by itself', async () => {
    const [, , token = ''] = team.market.tokens
    const { id, worker } = await startHeld(token)
    await team.postgres.stop('SIGQUIT')
    gate.resolve(null)
    const said = team.log().length
    await expect.poll(() => team.log().slice(said)).toContain('a job could not be stored')
    await team.postgres.start()
    await expect.poll(stateOf(id), { timeout: 60_000 }).toBe('done')
    expect(queries.findIndex((count, at) => at !== worker && count > 0)).toBe(-1)
  })
})
