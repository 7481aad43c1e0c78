import { setTimeout as delay } from 'node:timers/promises'
import type { Frame, FrameSocket } from '../../../../src-main/server/testing/frame-socket.ts'
import { assertEqual, assertThat, skip } from '../assertions.ts'
import { section, type CheckFunction, type ContractCheck } from '../contract-check.ts'
import { onLiveStage, onSolanaStage, type FreshService, type LiveStage, type Stage } from '../live-stage.ts'

/** docs/api/streams.md#coverage: each kind of subscription alone, on a service that has never read anything, from a real node. */

const playedBy =
  <S>(play: (check: (stage: S) => Promise<void>) => Promise<void>) =>
  (check: (stage: S) => Promise<void>): CheckFunction =>
  async (subject) => {
    if (!subject.mayPlay) skip('the suite plays live checks on services of its own only')
    await play(check)
  }
const onStage = playedBy(onLiveStage)
const onSolana = playedBy(onSolanaStage)

const TRADE_EVERY_MS = 500

const txOf = (event: Frame, field: 'data' | 'retracted'): unknown => (event[field] as { tx_signature?: unknown } | undefined)?.tx_signature
const isEvent = (frame: Frame): boolean => frame['op'] === 'event'

/** Subscribes, and waits until the subscription says what it covers. */
async function subscribe(socket: FrameSocket, address: string, more: object = {}): Promise<Frame> {
  socket.send({ op: 'subscribe', network: 'eth', address, stream: 'dex_trades', ...more })
  const frames = await socket.until(({ op }) => op === 'ack' || op === 'error')
  const last = frames.at(-1) ?? {}
  assertEqual(last['op'], 'ack', `the answer ${JSON.stringify(last)}`)
  return last
}

/** The transactions of the next events. */
async function nextTrades(socket: FrameSocket, count: number, field: 'data' | 'retracted' = 'data'): Promise<unknown[]> {
  const found: unknown[] = []
  while (found.length < count) found.push(...(await socket.until(isEvent)).filter(isEvent).flatMap((event) => txOf(event, field) ?? []))
  return found
}

/** Trades that are made after the acknowledgement arrive in order, each once. */
const alone = (addressOf: (stage: LiveStage) => string): CheckFunction => onStage((stage) => receivesAll(stage, addressOf(stage), stage.trade))

const receivesAll = async ({ start }: Stage, address: string, trade: () => Promise<string>): Promise<void> => {
  const socket = await (await start()).socket()
  const ack = await subscribe(socket, address)
  assertThat(Number.isSafeInteger(ack['from_block']), 'the ack should have from_block')
  const made = [await trade(), await trade(), await trade()]
  assertEqual(await nextTrades(socket, made.length), made, 'the trades')
  assertEqual((await socket.settled()).filter(isEvent).length, 0, 'further events')
  await socket.close()
}

/** The first event of a stream that sends its state arrives once the token is read. */
const firstState =
  (stream: string) =>
  async ({ network, token, start }: Stage): Promise<void> => {
    const socket = await (await start()).socket()
    socket.send({ op: 'subscribe', network, address: token, stream })
    const event = (await socket.until(isEvent)).at(-1)
    assertEqual([event?.['stream'], event?.['seq']], [stream, 1], 'the stream and the number of the first event')
    await socket.close()
  }

/** A rule reads and follows its token. Its first evaluation reports nothing, so trades are made until a later one does. */
const alertOf = (addressOf: (stage: LiveStage) => string): CheckFunction =>
  onStage(async (stage) => {
    const service = await stage.start()
    const socket = await service.socket()
    socket.send({ op: 'subscribe', network: 'eth', address: addressOf(stage), stream: 'local.alerts' })
    const rule = { name: null, enabled: true, quiet_seconds: 600, notice: false, webhook_url: null }
    const subject = { kind: 'token', network: 'eth', token_address: stage.token }
    const condition = { kind: 'share_moves', share: 'top10', by: 0.01, within_seconds: 3_600 }
    assertEqual((await service.post('/local/v1/watch/rules', { ...rule, subject, condition })).status, 201, 'the status of the rule')
    const reported = new AbortController()
    const tradeOn = async (): Promise<void> => {
      for (; !reported.signal.aborted; await delay(TRADE_EVERY_MS)) await stage.trade()
    }
    const [frames] = await Promise.all([socket.until(isEvent).finally(() => reported.abort()), tradeOn()])
    assertEqual(frames.at(-1)?.['stream'], 'local.alerts', 'the stream of the event')
    await socket.close()
  })

/** A client that was away resumes after the reverted trade, and then after its retraction. */
const awayDuringRevert = (addressOf: (stage: LiveStage) => string): CheckFunction =>
  onStage(async (stage) => {
    const service = await stage.start()
    const address = addressOf(stage)
    const [stays, leaves] = [await service.socket(), await service.socket()]
    await subscribe(stays, address)
    await subscribe(leaves, address)
    const lost = await stage.trade()
    assertEqual(await nextTrades(stays, 1), [lost], 'the trade')
    const event = (await leaves.until(isEvent)).at(-1) ?? {}
    await leaves.close()
    await stage.revert(1)
    assertEqual(await nextTrades(stays, 1, 'retracted'), [lost], 'the retraction')
    const after = await stage.trade()
    assertEqual(await nextTrades(stays, 1), [after], 'the trade that came in place')
    const resume = async (cursor: unknown): Promise<FrameSocket> => {
      const socket = await service.socket()
      socket.send({ op: 'subscribe', network: 'eth', address, stream: 'dex_trades', since: cursor })
      return socket
    }
    const back = await resume(event['cursor'])
    const retraction = (await back.until(isEvent)).at(-1) ?? {}
    assertEqual(txOf(retraction, 'retracted'), lost, 'the retraction for who was away')
    assertEqual(await nextTrades(back, 1), [after], 'the trade that came in place for who was away')
    const again = await resume(retraction['cursor'])
    const next = (await again.until(isEvent)).at(-1) ?? {}
    assertEqual(txOf(next, 'data'), after, 'the first event after the retraction')
    for (const socket of [stays, back, again]) await socket.close()
  })

const reportsFall = (addressOf: (stage: LiveStage) => string): CheckFunction =>
  onStage(async (stage) => {
    const socket = await (await stage.start()).socket()
    const address = addressOf(stage)
    await subscribe(socket, address)
    socket.send({ op: 'subscribe', network: 'eth', address, stream: 'local.follow' })
    for (let n = 0; n < 4; n++) await stage.trade()
    await nextTrades(socket, 4)
    await stage.lose(3)
    const stateOf = (frame: Frame): unknown => (frame['stream'] === 'local.follow' ? (frame['data'] as { state?: unknown }).state : null)
    await socket.until((frame) => isEvent(frame) && stateOf(frame) === 'reconnecting')
    await socket.close()
  })

/** A client that was away resumes at the service that `away` returns, with the trades made in the meantime. */
const resumesAfter = (
  away: (service: FreshService) => Promise<FreshService>,
  before: (service: FreshService) => Promise<void> = async () => undefined,
): CheckFunction =>
  onStage(async (stage) => {
    const service = await stage.start()
    await before(service)
    const first = await service.socket()
    await subscribe(first, 'ALL')
    const seen = await stage.trade()
    const event = (await first.until(isEvent)).at(-1) ?? {}
    assertEqual(txOf(event, 'data'), seen, 'the trade')
    await first.close()
    const missed = [await stage.trade(), await stage.trade()]
    const again = await (await away(service)).socket()
    await subscribe(again, 'ALL', { since: event['cursor'] })
    const live = await stage.trade()
    assertEqual(await nextTrades(again, 3), [...missed, live], 'the trades')
    await again.close()
  })

export const liveChecks: readonly ContractCheck[] = [
  ...section('docs/api/streams.md#coverage', [
    ['dex_trades of a token that was never read, alone', alone(({ token }) => token)],
    ['dex_trades of a pool that was never read, alone', alone(({ pool }) => pool)],
    ['dex_trades of a wallet, alone', alone(({ wallet }) => wallet)],
    ['dex_trades of ALL, alone', alone(() => 'ALL')],
    [
      'dex_trades of a pool by its id, as in Uniswap v4, alone',
      onStage(async (stage) => {
        const { pool, trade } = await stage.openV4Pool()
        await receivesAll(stage, pool, trade)
      }),
    ],
    ...['clusters', 'dex_metrics', 'scanner', 'local.follow'].map(
      (stream) => [`${stream} of a token that was never read, alone`, onStage(firstState(stream))] as const,
    ),
    ...['insiders', 'bundlers', 'snipers'].map(
      (stream) => [`${stream} of a token that was never read, alone`, onSolana(firstState(stream))] as const,
    ),
    ['local.alerts of a token, alone', alertOf(({ token }) => token)],
    ['local.alerts of ALL, alone', alertOf(() => 'ALL')],
    [
      'local.follow of ALL, alone, and its state on /metrics: live, behind when the newest block is old, off without a subscription to trades',
      onStage(async (stage) => {
        const service = await stage.start()
        const [own, other] = [await service.socket(), await service.socket()]
        const reaches = async (state: string): Promise<void> => {
          await own.until((frame) => isEvent(frame) && (frame['data'] as { state?: unknown }).state === state)
          const { body } = await service.get('/metrics')
          const followed = /^holderscope_followed_networks\{.*state="(.*)".*\} 1$/m.exec(body.toString('utf8'))?.[1]
          assertEqual(followed ?? 'off', state, 'the state of the network on /metrics')
        }
        own.send({ op: 'subscribe', network: 'eth', address: 'ALL', stream: 'local.follow' })
        await subscribe(other, 'ALL')
        await reaches('live')
        // The node's clock stays at its first block.
        await stage.trade()
        await reaches('behind')
        await other.close()
        await reaches('off')
        await own.close()
      }),
    ],
    [
      'local.jobs of a token, alone',
      onStage(async (stage) => {
        const service = await stage.start()
        const socket = await service.socket()
        socket.send({ op: 'subscribe', network: 'eth', address: stage.token, stream: 'local.jobs' })
        await service.post('/local/v1/jobs', { kind: 'read', network: 'eth', token_address: stage.token })
        await socket.until((frame) => isEvent(frame) && (frame['data'] as { state?: unknown }).state === 'done')
        await socket.close()
      }),
    ],
    ...(['dex_trades', 'clusters', 'scanner'] as const).map((stream): [string, CheckFunction] => [
      `${stream} on a network without a source is an error frame with the subscription`,
      onStage(async ({ token, start }) => {
        const socket = await (await start()).socket()
        socket.send({ op: 'subscribe', network: 'base', address: token, stream })
        const error = (await socket.until(({ op }) => op === 'error')).at(-1)
        assertEqual((error?.['subscription'] as Frame | undefined)?.['network'], 'base', 'the network of the subscription')
        await socket.close()
      }),
    ]),
  ]),
  ...section('docs/api/streams.md#resuming', [
    ['ALL: since the cursor of an event, what was missed first and then the live trades', resumesAfter(async (service) => service)],
    ['ALL: the same after a restart of the service', resumesAfter((service) => service.restart())],
    [
      'ALL: the same after a restart of a service that stores the trades',
      resumesAfter(
        (service) => service.restart(),
        async (service) => assertEqual((await service.put('/local/v1/storage', { firehose_keep_hours: 1 })).status, 200, 'the status of the setting'),
      ),
    ],
  ]),
  ...section('docs/api/streams.md#reverted-trades', [
    [
      'a reverted trade is retracted, unless the subscription says otherwise',
      onStage(async (stage) => {
        const service = await stage.start()
        const [notified, unnotified] = [await service.socket(), await service.socket()]
        await subscribe(notified, 'ALL')
        await subscribe(unnotified, 'ALL', { retractions: false })
        const [kept, lost] = [await stage.trade(), await stage.trade()]
        for (const socket of [notified, unnotified]) assertEqual(await nextTrades(socket, 2), [kept, lost], 'the trades')
        await stage.revert(1)
        const after = await stage.trade()
        assertEqual(await nextTrades(notified, 1, 'retracted'), [lost], 'the retraction')
        assertEqual(await nextTrades(notified, 1), [after], 'the trade that came in place')
        assertEqual(await nextTrades(unnotified, 1), [after], 'the only event without retractions')
        await notified.close()
        await unnotified.close()
      }),
    ],
    ['ALL: a client that was away while its trade was reverted hears of it, and of what came in place', awayDuringRevert(() => 'ALL')],
    ['a token: a client that was away while its trade was reverted hears of it, and of what came in place', awayDuringRevert(({ token }) => token)],
    ['a token: a head that only falls is reported on local.follow', reportsFall(({ token }) => token)],
    ['ALL: a head that only falls is reported on local.follow', reportsFall(() => 'ALL')],
  ]),
  ...section('docs/api/rest.md#first-read-of-a-token', [
    [
      'token_pending has the Location of a job, and the record once it is done',
      onStage(async (stage) => {
        const service = await stage.start()
        const started = await service.post('/local/v1/jobs', { kind: 'read', network: 'eth', token_address: stage.token })
        const location = String(started.headers.location ?? '')
        assertThat(/^\/local\/v1\/jobs\/[\w-]+$/.test(location), `the Location should be that of a job, but is "${location}"`)
        assertEqual((await service.get(location)).status, 200, 'the status of the job')
        const overview = await service.get(`/dex-metrics/v1/eth/${stage.token}`)
        if (overview.status === 503) assertEqual(overview.headers.location, location, 'the Location of token_pending')
        else assertEqual(overview.status, 200, 'the status of the overview')
      }),
    ],
  ]),
]
