import { setTimeout as delay } from 'node:timers/promises'
import { anvilMissing } from '../fixtures/anvil/anvil.ts'
import { natsMissing } from '../fixtures/nats/nats.ts'
import { expect, test } from '../fixtures/page.ts'
import { missingPostgres } from '../fixtures/postgres.ts'
import { removeFolder, startService, type RunningService } from '../fixtures/service.ts'
import { startTeam, type Team } from '../fixtures/team/processes.ts'
import { Subscriber } from '../fixtures/team/subscriber.ts'

/** Several processes as one service, through the loss of each kind of process (docs/team.md#what-was-tried). A round takes some minutes. */
const ROUNDS = Number(process.env['HOLDERSCOPE_TEAM_ROUNDS'] ?? 1)
const TOKENS = 20
const SOCKETS = 200
/** Longer than a lease outlives its holder. */
const LEASE_MOVES_MS = 12_000
const OUTAGE_MS = 60_000
const SETTLES = { timeout: 60_000 }

/** Records that must equal, byte for byte, those of a single process that follows the same tokens. */
const RECORDS = (token: string): string[] => [
  `/dex/v1/eth/trades?token=${token}&sort=asc&limit=200`,
  ...['', '/distribution', '/clusters'].map((record) => `/dex-metrics/v1/eth/${token}${record}`),
  `/local/v1/eth/${token}/overview`,
  `/local/v1/eth/${token}/holders`,
  `/local/v1/eth/${token}/clusters`,
]

/** The body of each page without the cursor that leads to the next one, since it names a row of the store. */
async function pagesOf(service: Pick<RunningService, 'get'>, path: string): Promise<string[]> {
  const pages: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const body = await (await service.get(cursor === undefined ? path : `${path}&cursor=${cursor}`)).text()
    cursor = (JSON.parse(body) as { next_cursor?: string | null }).next_cursor ?? null
    pages.push(body.replace(`"next_cursor":${JSON.stringify(cursor)}`, ''))
  }
  return pages
}

test.describe('a service of two api processes and three workers', () => {
  const missing = natsMissing() ?? missingPostgres ?? anvilMissing()
  test.skip(missing !== null, `skipped: ${missing}`)
  test.describe.configure({ timeout: 300_000 + ROUNDS * 240_000, retries: 0 })

  let team: Team
  let alone: RunningService
  let subscribers: Subscriber[]
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    team = await startTeam({ apis: 2, workers: 3, servers: 3, tokens: TOKENS })
    alone = await startService({ sources: [`eth=${team.market.node.url}`] })
    for (const address of team.market.tokens)
      await alone.post(`/local/v1/eth/${address}/follow`, { on: true }).then((answer) => expect(answer.ok, `follow ${answer.status}`).toBe(true))
    const addresses = [...team.market.tokens, 'ALL']
    const addressOf = (n: number): string => addresses[n % addresses.length] ?? ''
    subscribers = Array.from({ length: SOCKETS }, (_, n) => new Subscriber(() => team.apis, 'eth', addressOf(n), Math.floor(n / addresses.length)))
    await Promise.all(subscribers.map(({ confirmed }) => confirmed))
  })
  test.afterAll(async () => {
    for (const one of subscribers ?? []) one.close()
    await alone?.stop()
    await team?.stop()
    if (alone !== undefined) await removeFolder(alone.dataDir)
  })

  /** Trades continue while something fails, and for a while after it. */
  async function whileTrading(work: () => Promise<unknown>): Promise<void> {
    let isOver = false
    const over = Promise.resolve(work()).finally(() => (isOver = true))
    over.catch(() => undefined)
    do {
      await team.market.trade()
      await delay(20)
    } while (!isOver)
    await over
    for (let n = 0; n < 2 * TOKENS; n++) await team.market.trade()
  }

  /** Trades that a subscriber must have: the trades made since it subscribed. */
  const received = ({ address, txs }: Subscriber): string[] => {
    const made: ReadonlySet<string> = new Set(team.market.made.get(address))
    return txs.filter((tx) => made.has(tx))
  }
  async function expectAll(after: string): Promise<void> {
    const lacking = (): number => subscribers.filter((one) => received(one).length < (team.market.made.get(one.address)?.length ?? 0)).length
    await expect.poll(lacking, { ...SETTLES, message: `subscribers that lack trades after ${after}\n${team.log().slice(-2_000)}` }).toBe(0)
    for (const one of subscribers) expect(received(one), `trades of ${one.address} after ${after}`).toEqual(team.market.made.get(one.address))
  }

  const FAILURES: readonly (readonly [name: string, play: (round: number) => Promise<unknown>])[] = [
    ['a killed worker', (round) => team.replace('worker', round % 3)],
    ['a killed api', (round) => team.replace('api', round % 2)],
    [
      'a lost NATS server',
      async (round) => {
        const server = team.nats.servers[round % 3]
        await server?.kill()
        await delay(3_000)
        await server?.start()
      },
    ],
    [
      'a paused worker',
      async (round) => {
        const child = team.workers[round % 3]?.child
        child?.kill('SIGSTOP')
        await delay(LEASE_MOVES_MS)
        child?.kill('SIGCONT')
        await delay(1_000)
      },
    ],
    [
      'a restarted PostgreSQL',
      async () => {
        await team.postgres.stop('SIGQUIT')
        await team.postgres.start()
      },
    ],
  ]

  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, play] of FAILURES) {
      test(`loses, doubles and disorders no trade through ${name} (${round + 1} of ${ROUNDS})`, async () => {
        await whileTrading(() => play(round))
        await expectAll(name)
      })
    }
  }

  test('says that PostgreSQL is gone for a minute, answers what it holds, and recovers', async () => {
    await team.postgres.stop('SIGQUIT')
    const [api] = team.apis
    if (api === undefined) throw new Error('there is no api process')
    const health = await api.json<{ status: string }>('/health')
    expect(health.status).toBe('degraded')
    const answer = await api.get(`/local/v1/jobs`)
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true])
    expect((await answer.json()) as unknown).toMatchObject({
      ...{ code: 'service_unavailable', detail: expect.stringContaining('cannot be reached') as unknown },
    })
    await delay(OUTAGE_MS)
    await team.postgres.start()
    await expect.poll(async () => (await api.json<{ status: string }>('/health')).status, SETTLES).toBe('ok')
    await whileTrading(async () => undefined)
    await expectAll('an outage of PostgreSQL')
  })

  test('answers the records of a single process, byte for byte', async () => {
    for (const token of team.market.tokens) {
      for (const path of RECORDS(token)) {
        for (const api of team.apis)
          await expect(async () => expect(await pagesOf(api, path), path).toEqual(await pagesOf(alone, path))).toPass(SETTLES)
      }
    }
  })
})
