import { EventEmitter } from 'node:events'
import type { HolderPage } from '../../../src-shared/contract/records/local.ts'
import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Bus } from '../../bus/interface.ts'
import { createLocalBus } from '../../bus/local-bus.ts'
import type { Engine, RecordAnswer, RecordsListener, StreamPayloads, TokenRecords } from '../../engine/interface.ts'
import { serialise, serialiseHolders } from '../../engine/record-bytes.ts'
import { streamPayloads, streamTexts } from '../../engine/stream-payloads.ts'
import type { Importer, ImportOptions } from '../../importers/interface.ts'
import type { Store } from '../../store/interface.ts'
import type { Jobs } from '../../ingest/jobs/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { STORY_NOW_MS } from './story.ts'

/** Small fakes of the modules that reach out to chains, so that tests decide when things happen. */

const tokenText = ({ network, address }: TokenKey): string => `${network} ${address}`

/** Holds the records that a test gives it. */
export class FakeEngine implements Engine {
  readonly #records = new Map<string, TokenRecords>()
  readonly #answers = new WeakMap<object, RecordAnswer<unknown>>()
  readonly #events = new EventEmitter()

  set(token: TokenKey, records: TokenRecords): void {
    this.#records.set(tokenText(token), records)
    this.#events.emit('records', token, payloadsOf(records))
  }

  get listeners(): number {
    return this.#events.listenerCount('records')
  }

  async record<N extends keyof TokenRecords>(token: TokenKey, name: N): Promise<RecordAnswer<TokenRecords[N]> | null> {
    const value = this.#records.get(tokenText(token))?.[name]
    if (value === undefined) return null
    const present = this.#answers.get(value) as RecordAnswer<TokenRecords[N]> | undefined
    if (present !== undefined) return present
    const { json, ...bytes } = name === 'localHolders' ? serialiseHolders(value as HolderPage) : serialise(value)
    const answer = { value, json: Buffer.from(json), ...bytes, asOf: STORY_NOW_MS, source: 'live' as const, unknown: [], coverage: null }
    this.#answers.set(value, answer)
    return answer
  }

  async streamPayloads(token: TokenKey): Promise<StreamPayloads | null> {
    const records = this.#records.get(tokenText(token))
    return records === undefined ? null : payloadsOf(records)
  }

  takeSnapshot(): Promise<never> {
    throw new AppError('internal', { message: 'The stand-in takes no snapshots.' })
  }

  countRoles(): Promise<never> {
    throw new AppError('internal', { message: 'The stand-in counts no roles.' })
  }

  query(): Promise<never> {
    throw new AppError('internal', { message: 'The stand-in answers no questions.' })
  }

  snapshotClusters(): Promise<null> {
    return Promise.resolve(null)
  }

  traceFlow(): Promise<never> {
    throw new AppError('internal', { message: 'The stand-in answers no questions.' })
  }

  across(): Promise<never> {
    throw new AppError('internal', { message: 'The stand-in answers no questions.' })
  }

  activeRules(): never {
    throw new AppError('internal', { message: 'The stand-in has no rules.' })
  }

  rules(): never {
    throw new AppError('internal', { message: 'The stand-in has no rules.' })
  }

  setRules(): Promise<never> {
    throw new AppError('internal', { message: 'The stand-in has no rules.' })
  }

  async publicCase(): Promise<null> {
    return null
  }

  setPublicCase(): Promise<never> {
    throw new AppError('internal', { message: 'The stand-in has no cases.' })
  }

  async claimsChanged(): Promise<void> {
    // Tests call `set` instead.
  }

  factsChanged(): void {
    // Tests call `set` instead.
  }

  onRecords(listener: RecordsListener): () => void {
    this.#events.on('records', listener)
    return () => this.#events.off('records', listener)
  }

  async close(): Promise<void> {
    this.#events.removeAllListeners()
  }
}

const payloadsOf = (records: TokenRecords): StreamPayloads =>
  streamPayloads(
    streamTexts(records.dexMetrics),
    { dexMetrics: serialise(records.dexMetrics), clusters: serialise(records.clusters) },
    { unknown: [], publicUnknown: [], coverage: null },
    () => true,
  )

/** Jobs that end when a test says so. */
export class FakeJobs implements Jobs {
  readonly readable = new Set<NetworkId>()
  readonly #jobs = new Map<string, JobRecord>()
  readonly #events = new EventEmitter().setMaxListeners(0)
  readonly bus: Bus = createLocalBus()

  reads(network: NetworkId): boolean {
    return this.canRead(network)
  }

  canRead(network: NetworkId): boolean {
    return this.readable.has(network)
  }

  async start(token: TokenKey, { depth, sinceBlock }: { depth: number; sinceBlock: number | null }): Promise<JobRecord> {
    if (!this.canRead(token.network)) throw new AppError('source_unavailable', { message: `No source is set for ${token.network}.` })
    const running = [...this.#jobs.values()].find((job) => job.state === 'running' && job.token_address === token.address)
    if (running !== undefined) return running
    const at = STORY_NOW_MS / 1000
    return this.publish({
      id: `job-${this.#jobs.size + 1}`,
      kind: 'read',
      network: token.network,
      token_address: token.address,
      state: 'running',
      stages: [],
      created_at: at,
      updated_at: at,
      seconds_left: null,
      error: null,
      options: { depth, since_block: sinceBlock },
    })
  }

  publish(job: JobRecord): JobRecord {
    this.#jobs.set(job.id, job)
    this.bus.publish('jobs', { network: job.network, address: job.token_address }, job)
    return job
  }

  end(id: string, state: JobRecord['state'], error: string | null = null): void {
    const job = this.#jobs.get(id)
    if (job === undefined) throw new Error(`no job ${id}`)
    this.publish({ ...job, state, error })
    this.#events.emit(`ended ${id}`)
  }

  trade(network: NetworkId, trades: readonly Trade[], rows: readonly number[] | null = null): void {
    this.bus.publish('trades', { network, address: trades[0]?.tokenIn.token ?? '' }, { kind: 'stored', trades, rows })
  }

  async get(id: string): Promise<JobRecord | null> {
    return this.#jobs.get(id) ?? null
  }

  async list(): Promise<JobRecord[]> {
    return [...this.#jobs.values()].reverse()
  }

  async cancel(id: string): Promise<JobRecord> {
    const job = this.#jobs.get(id)
    if (job === undefined) throw new AppError('not_found')
    if (job.state !== 'running') throw new AppError('conflict', { message: `The job is ${job.state} already.` })
    this.end(id, 'cancelled')
    return { ...job, state: 'cancelled' }
  }

  async resume(id: string): Promise<JobRecord> {
    const job = this.#jobs.get(id)
    if (job === undefined) throw new AppError('not_found')
    return this.publish({ ...job, state: 'running' })
  }

  ended(id: string): Promise<JobRecord> {
    return new Promise((resolve) => {
      const check = (): void => {
        const job = this.#jobs.get(id)
        if (job !== undefined && job.state !== 'running') resolve(job)
      }
      this.#events.once(`ended ${id}`, check)
      check()
    })
  }

  answered(id: string): Promise<JobRecord> {
    return this.ended(id)
  }

  async resumeInterrupted(): Promise<void> {
    // Nothing was interrupted.
  }

  async close(): Promise<void> {
    this.#events.removeAllListeners()
  }
}

/** Takes every file and remembers what it was given. */
export class FakeImporter implements Importer {
  readonly taken: { bytes: number; options: ImportOptions }[] = []
  readonly restore: Importer['restore']

  constructor(store: Store) {
    this.restore = (id) => store.write.restoreDeletion(id)
  }

  async importBytes(bytes: Uint8Array, options: ImportOptions): Promise<ImportResult> {
    this.taken.push({ bytes: bytes.length, options })
    return { kind: 'holder_map', tokens: [], trades: 0, transfers: 0, holders: 0, snapshots: 0, skipped: 0, notes: [] }
  }

  takeBack(): never {
    throw new AppError('not_found', { message: 'This import cannot be taken back.' })
  }
}
